"""The points at which boxes join the base game.  Each is used where its moment comes.

A name is kept even where the base game itself does nothing there: a box finds its moment by
name, and no line of the base changes when a box is added.
"""

from __future__ import annotations

from tts_tool.rulesets.old_world.base.module import base

_point = base.point

# Set-up
SETUP_VALIDATE = _point("setup.validate", "veto", doc="a game is created")
SETUP_MAP = _point("setup.map", "provide", doc="the map is laid out")
SETUP_MARKET = _point("setup.market", "provide", "replace", doc="deck and display are built")
SETUP_SIDE_DECKS = _point("setup.side_decks", "provide", doc="potions and trophies are laid out")
SETUP_STORY_DECKS = _point("setup.story_decks", "provide", doc="exploration and events")
SETUP_LOCATION_TOKENS = _point("setup.location_tokens", "provide", doc="tokens are sorted")
SETUP_MONSTER_PILES = _point("setup.monster_piles", "provide", doc="monsters are sorted")
SETUP_MONSTER_FIGHT_DECK = _point("setup.monster_fight_deck", "replace", doc="the deck is built")
SETUP_SPECIAL_OPPONENTS = _point("setup.special_opponents", "provide", doc="monsters are placed")
SETUP_CHARACTERS = _point("setup.characters", "provide", "ask", doc="boards are chosen")
SETUP_PLAYER_COMPONENTS = _point("setup.player_components", "modify", doc="deck and markers")
SETUP_AFTER_PLAYERS = _point("setup.after_players", "ask", "notify", doc="hands and gold are dealt")

# Who a seat plays
CHARACTER_ATTRIBUTE_NAME = _point("character.attribute_name", "replace", doc="Defense is named")
CHARACTER_GUARD_RESOURCE = _point("character.guard_resource", "replace", doc="Shield is named")
CHARACTER_KIND_WORDS = _point("character.kind_words", "replace", doc="a witcher is named")
CHARACTER_OWN_SCHOOL = _point("character.own_school", "replace", doc="the own school is asked for")
ATTRIBUTE_RAISED = _point("attribute.raised", "notify", doc="an attribute rose one level")
ATTRIBUTE_LOWERED = _point("attribute.lowered", "notify", doc="an attribute fell one level")
LEVEL_REACHED = _point("level.reached", "replace", doc="what a new witcher level gives")

# Turns and rounds
TURN_DRIVER = _point("turn.driver", "replace", doc="who does which phase when")
TURN_STARTED = _point("turn.started", "notify", doc="a turn starts")
PHASE1_SCHEDULER = _point("phase1.scheduler", "replace", doc="who acts in Phase I, in which order")
TURN_ENDED = _point("turn.ended", "ask", doc="the seat has done its Phase III")
ROUND_ENDED = _point("round.ended", "notify", "ask", doc="the last seat has done its Phase III")

# Phase I
MOVE_DESTINATIONS = _point("move.destinations", "provide", "veto", doc="destinations are listed")
MOVE_PAYMENT = _point("move.payment", "modify", doc="what pays for a destination")
MOVE_IN_TRANSIT = _point("move.in_transit", "replace", doc="between payment and arrival")
MOVE_ARRIVED = _point("move.arrived", "notify", doc="a miniature was put down")
LOCATION_ACTION_AVAILABLE = _point("location_action.available", "veto", doc="may it be used")
LOCATION_ACTION_PERFORM = _point("location_action.perform", "provide", doc="further actions")
POKER_AVAILABLE = _point("poker.available", "veto", doc="may two witchers play Dice Poker")
POKER_ENDED = _point("poker.ended", "notify", doc="a game of Dice Poker was won")
POKER_SETTLE = _point("poker.settle", "replace", doc="how a game of Dice Poker with locals goes")
PHASE1_EXTRA_ACTIONS = _point("phase1.extra_actions", "provide", doc="at any time in Phase I")
PHASE1_FORCE_END = _point("phase1.force_end", "notify", doc="an effect ends Phase I")
PHASE1_ENDED = _point("phase1.ended", "notify", "ask", doc="Phase I is over, Phase II not begun")

# Phase II
PHASE2_OPTIONS = _point("phase2.options", "provide", "veto", doc="fight, meditate or explore")
EXPLORE_DECK = _point("explore.deck", "provide", doc="decks to explore")
QUEST_GOAL = _point("quest.goal", "replace", doc="where a goal is that needs no token")
QUEST_RESOLVE = _point("quest.resolve", "replace", doc="a quest is resolved, or leads further")
STORY_RESULT = _point("story.result", "provide", doc="a result of a card is carried out")
MEDITATE_ADVANCE = _point("meditate.advance", "modify", doc="how far a meditation moves")
FIGHT_OPPONENTS = _point("fight.opponents", "provide", doc="opponents at the location")
FIGHT_TRAIL_FOR = _point("fight.trail_for", "provide", doc="which token gives the first turn")

# Fights
FIGHT_BEFORE = _point("fight.before", "ask", "notify", doc="declared, nothing is built yet")
FIGHT_MONSTER_POOL_SOURCE = _point("fight.monster_pool_source", "replace", doc="where from")
FIGHT_MONSTER_POOL_SIZE = _point("fight.monster_pool_size", "modify", doc="how many cards")
FIGHT_AFTER_POOLS = _point("fight.after_pools", "notify", doc="pools are made, no turn yet")
FIGHT_FIRST_TURN = _point("fight.first_turn", "modify", doc="who begins")
FIGHT_TEMPORARY_LEVELS = _point(
    "fight.temporary_levels", "modify", doc="a level is read in a fight"
)
FIGHT_TURN_STARTED = _point("fight_turn.started", "notify", doc="a Fight Turn of either side")
FIGHT_TURN_ENDED = _point("fight_turn.ended", "notify", doc="a Fight Turn of either side is over")
FIGHT_TURN_STEP1_USES = _point("fight_turn.step1_uses", "provide", "veto", doc="what may be used")
ABILITY_COUNT = _point("ability.count", "replace", doc="what a condition counts")
ABILITY_PRICE = _point("ability.price", "veto", "ask", doc="what a box takes in payment is paid")
ABILITY_USED = _point("ability.used", "ask", doc="an ability was used")
FIGHT_ITEM_LIMIT = _point("fight.item_limit", "modify", doc="how many Potions in a fight")
COMBO_CONNECT = _point("combo.connect", "modify", "veto", doc="may this card be laid next")
COMBO_RESOLVE = _point("combo.resolve", "replace", doc="how a finished combo is resolved")
COMBO_RESOLVED = _point("combo.resolved", "ask", doc="a Combo is resolved, no new hand drawn")
COMBO_CARD_RESOLVED = _point("combo.card_resolved", "ask", "notify", doc="after a card's ability")
COMBO_SYMBOLS = _point("combo.symbols", "modify", doc="symbols are counted")
DAMAGE_TO_MONSTER = _point(
    "damage.to_monster", "modify", "around", doc="before cards are discarded"
)
DAMAGE_MONSTER_CARD_DISCARDED = _point(
    "damage.monster_card_discarded", "replace", doc="each single card of a damage"
)
DAMAGE_TO_PLAYER = _point("damage.to_player", "modify", "around", doc="before the Shield absorbs")
DAMAGE_ABSORB = _point("damage.absorb", "replace", doc="what the Shield takes")
DAMAGE_PLAYER_CARD_DISCARDED = _point(
    "damage.player_card_discarded", "notify", "modify", doc="each single card of a damage"
)
DISCARD_OTHER = _point("discard.other", "notify", doc="a discard that is not damage")
GUARD_CHANGE_IN_FIGHT = _point("guard.change_in_fight", "modify", "veto", doc="Shield in a fight")
GUARD_CAP = _point("guard.cap", "modify", doc="how high the Shield may be in a fight")
FIGHT_TURN_DRAW_COUNT = _point("fight_turn.draw_count", "modify", doc="step 4 of a Fight Turn")
MONSTER_ATTACK_TYPE = _point("monster.attack_type", "ask", "replace", doc="before the reveal")
MONSTER_REVEAL = _point("monster.reveal", "replace", doc="attack type first, then the card, or not")
MONSTER_ATTACK_CARD = _point("monster.attack_card", "replace", doc="what the revealed card does")
MONSTER_EXTRA_TURN = _point("monster.extra_turn", "notify", doc="the monster acts again")
POOL_ADD_CARDS = _point("pool.add_cards", "notify", doc="cards were put into a Life Pool")
FIGHT_END_CHECK = _point("fight.end_check", "modify", doc="is somebody Knocked-Out")
FIGHT_OUTCOME_TABLE = _point("fight.outcome_table", "replace", doc="defeated, driven away, lost")
FIGHT_REWARDS = _point("fight.rewards", "modify", doc="what an outcome brings")
FIGHT_CLEANUP = _point("fight.cleanup", "notify", doc="decks are merged, the Shield is full")
FIGHT_FINISHED = _point("fight.finished", "notify", doc="after the clean-up")

# Monsters on the board
MONSTER_LEAVING = _point("monster.leaving", "notify", doc="defeated or driven away")
MONSTER_SPAWN = _point("monster.spawn", "veto", doc="a new monster is due")
MONSTER_SPAWNED = _point("monster.spawned", "notify", doc="a monster was placed")
SPAWN_CLEANUP = _point("spawn.cleanup", "replace", doc="tokens of a terrain go back to their pile")
SPAWN_PLACE = _point("spawn.place", "replace", doc="a new monster comes to its location")

# Gains
DECK_RESHUFFLE = _point("deck.reshuffle", "veto", doc="a draw finds too few cards in the deck")
GAIN_POTION = _point("gain.potion", "ask", "replace", doc="each single Potion gain")
GAIN_POTION_LIMIT = _point("gain.potion_limit", "modify", doc="how many may be held")
GAIN_TRAIL = _point("gain.trail", "veto", "provide", doc="any gain of a trail")
GAIN_ACTION_CARD = _point("gain.action_card", "veto", "provide", doc="any gain of an Action card")
MARKET_ROWS = _point("market.rows", "provide", doc="rows of the market beside the display")
MARKET_ROW = _point("market.row", "replace", doc="from which row a seat gains cards")
DISPLAY_REMOVE = _point("display.remove", "provide", doc="cards may be taken off the display")
DISPLAY_CARD_GAINED = _point("display.card_gained", "notify", doc="after a purchase in Phase III")
PURCHASE_COST = _point("purchase.cost", "replace", doc="what a display card costs")
PHASE3_DRAW = _point("phase3.draw", "ask", doc="cards are discarded, none drawn yet")
PHASE3_DRAW_TARGET = _point("phase3.draw_target", "modify", doc="up to how many cards are drawn")
TROPHY_GAINED = _point("trophy.gained", "modify", doc="how many steps, and how often Fatigue")
TRACK_STEP = _point("track.step", "notify", doc="a scoring token moved")
FATIGUE_CARDS = _point("fatigue.cards", "modify", doc="how many cards Fatigue takes")

# The game
GAME_WIN_CHECK = _point("game.win_check", "replace", doc="has somebody won")
GAME_LOSS_CHECK = _point("game.loss_check", "provide", doc="has everybody lost")
