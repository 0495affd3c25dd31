// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.map;

import io.tcn.alto.client.AltoClient;
import io.tcn.alto.client.AltoException;
import io.tcn.alto.client.BackOff;
import io.tcn.alto.client.Timers;
import io.tcn.alto.model.Address;
import io.tcn.alto.model.AneProperties;
import io.tcn.alto.model.PathVectorDocument;
import io.tcn.core.model.ChangedValues;
import io.tcn.core.model.ResourceId;
import io.tcn.core.port.LoopScheduler;
import io.tcn.core.port.MapFreshness;
import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps what one ALTO server says of the pairs that are needed. It asks with a period, soon after new pairs are
/// needed, and takes what the server pushes. Whatever goes wrong, the last good map stays in force and ages; the
/// server is asked again after a wait that grows.
///
/// All that waits runs on the thread of the given loop; [#map], [#status] and [#want] return at once and may be called
/// by any thread.
public final class ServerFeed implements AutoCloseable {
    /// Least time between two questions that new pairs lead to.
    static final Duration COALESCE = Duration.ofSeconds(1);

    /// Time between two questions while the server pushes: a check of what was pushed.
    static final Duration PERIOD_WHILE_PUSHED = Duration.ofMinutes(10);

    private static final Logger LOG = LoggerFactory.getLogger(ServerFeed.class);

    private final FeedSettings settings;
    private final PathQueries queries;
    private final PathPush push;
    private final LoopScheduler loop;
    private final TimeSource time;
    private final FeedTrouble trouble;
    private final MapMaker maker;
    private final SnapshotKeeper keeper;
    private final FeedCounters counters = new FeedCounters();
    private volatile ServerMap map;
    private final NeededPairs pairs = new NeededPairs();
    private volatile String service = "unknown";
    private volatile boolean heardSinceStart;
    private volatile boolean streaming;
    private volatile double lastRequestSeconds;
    private volatile long version;
    private volatile Runnable changed = () -> {};

    // Pushes that have been heard and are not in force yet.
    private final Queue<StreamQuery> unread = new ConcurrentLinkedQueue<>();

    // Of the loop's thread only.
    private SortedSet<AddressPair> asked = Collections.emptySortedSet();
    private @Nullable StreamQuery followed;
    private Map<String, ResourceId> pushedIds = Map.of();

    // What was pushed last and is in force; null if the next push has to be looked at as a whole.
    private @Nullable SortedMap<String, AneProperties> pushedAnes;
    private boolean lasting;
    private long lastAskedNanos;
    private boolean isAskScheduled;
    private boolean closed;
    private LoopScheduler.Cancellation next = () -> {};

    /// @param loop a thread of its own: questions wait for the server
    ServerFeed(
            FeedSettings settings,
            PathQueries queries,
            PathPush push,
            LoopScheduler loop,
            TimeSource time,
            BackOff backOff) {
        this.settings = settings;
        this.queries = queries;
        this.push = push;
        this.loop = loop;
        this.time = time;
        this.trouble = new FeedTrouble(settings.name(), backOff, counters, queries::forgetDirectory);
        ResourceFacts facts = new ResourceFacts(settings.name(), settings.capacities(), settings.zeroCloses());
        this.maker =
                new MapMaker(new ResourceIdentity(settings.name(), settings.identity(), facts::capacityBps), facts);
        this.keeper = new SnapshotKeeper(settings.name(), settings.snapshot(), loop);
        this.map = ServerMap.none(time.now());
    }

    /// A feed that asks by a client and takes what is pushed.
    ///
    /// @param timers where the update stream runs
    public static ServerFeed of(
            FeedSettings settings,
            AltoClient client,
            Timers timers,
            LoopScheduler loop,
            TimeSource time,
            BackOff backOff) {
        return new ServerFeed(
                settings, new AltoQueries(client, settings, time), new AltoPush(client, timers), loop, time, backOff);
    }

    /// A feed that asks by a client, without taking what is pushed.
    ///
    /// @param loop a thread of its own: questions wait for the server
    /// @param backOff waits after failures
    public static ServerFeed polling(
            FeedSettings settings, AltoClient client, LoopScheduler loop, TimeSource time, BackOff backOff) {
        return new ServerFeed(settings, new AltoQueries(client, settings, time), PathPush.NONE, loop, time, backOff);
    }

    /// Loads the last good map and begins to ask.
    public void start() {
        keeper.load().ifPresent(known -> map = known);
        loop.execute(this::ask);
    }

    /// Stops asking and closes the stream; the last map stays.
    @Override
    public void close() {
        loop.execute(() -> {
            closed = true;
            next.cancel();
            push.close();
            keeper.finish(map);
        });
    }

    void listen(Runnable listener) {
        changed = listener;
    }

    /// What is in force.
    ServerMap map() {
        return map;
    }

    /// An address for a group of addresses of this server, empty if none is known.
    Optional<Address> addressOf(String pid) {
        return queries.addressOf(pid);
    }

    /// Grows when [#addressOf] may give other answers.
    long placesRevision() {
        return queries.placesRevision();
    }

    /// Whether the server has a service that tells of pairs, as far as is known.
    boolean hasService() {
        return queries.hasService();
    }

    /// Says which pairs are needed from now on.
    ///
    /// @param places whether some of the ends are given as PIDs, so that the network map is needed to find them
    void want(SortedSet<AddressPair> wanted, boolean places) {
        if (places) {
            queries.needPlaces();
        }
        if (pairs.want(wanted)) {
            loop.execute(this::onNeed);
        }
    }

    private void onNeed() {
        boolean hasNew = pairs.changed(asked, time.now());
        // While the server does not answer the wait goes on: new pairs are asked for first when it is over.
        if (hasNew && !trouble.isAny() && !closed && !isAskScheduled) {
            long since = time.nanoTime() - lastAskedNanos;
            Duration wait = !asked.isEmpty() ? COALESCE.minusNanos(since) : Duration.ZERO;
            isAskScheduled = true;
            askIn(wait.isNegative() ? Duration.ZERO : wait);
        }
    }

    private void askIn(Duration wait) {
        next.cancel();
        if (!closed) {
            next = loop.schedule(wait, this::ask);
        }
    }

    private void ask() {
        isAskScheduled = false;
        if (closed) {
            return;
        }
        long start = time.nanoTime();
        try {
            SortedSet<AddressPair> now = pairs.toAsk(time.now());
            PathQueries.Outcome outcome = queries.ask(now, lasting);
            // Only here: pairs of a question without answer are awaited, whatever is pushed of others.
            asked = now;
            lastRequestSeconds = (time.nanoTime() - start) / 1e9;
            counters.count("requests.ok");
            onAnswer(outcome);
            askIn(streaming ? longer(PERIOD_WHILE_PUSHED, settings.period()) : settings.period());
        } catch (AltoException failure) {
            lastRequestSeconds = (time.nanoTime() - start) / 1e9;
            counters.count("requests.failed");
            askIn(trouble.after(failure));
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error defect) {
            // Also a parser that ran out of stack or memory: the next question may go well.
            askIn(trouble.afterDefect(defect));
        } finally {
            lastAskedNanos = time.nanoTime();
        }
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    private void onAnswer(PathQueries.Outcome outcome) throws InterruptedException {
        service = outcome.service();
        if (isOutrun(outcome)) {
            publish(map.confirmed(time.now()));
        } else {
            MapMaker.Made made = maker.make(
                    asked, outcome.answer(), map, outcome.coarse(), outcome.silent(), outcome.joined(), time.now());
            lasting = isLasting(made);
            // Paths that are new, or elements under other names: the next push has to be looked at as a whole.
            pushedAnes = null;
            publish(made.map());
        }
        follow(outcome.pushable());
    }

    /// Whether the same was pushed while the answer was on its way. Which of the two is newer nobody knows, but pushes
    /// are in order: after this answer an older one among them would lead the map back for a moment.
    private boolean isOutrun(PathQueries.Outcome outcome) {
        StreamQuery query = followed;
        return query != null
                && unread.contains(query)
                && outcome.pushable().equals(Optional.of(query))
                && map.pairs().keySet().equals(asked);
    }

    /// An answer without elements shows nothing of how long names last.
    private static boolean isLasting(MapMaker.Made made) {
        return made.lasting() && !made.ids().isEmpty();
    }

    private void publish(ServerMap now) {
        heardSinceStart = true;
        trouble.over();
        ServerMap before = map;
        map = now;
        if (differs(before, now)) {
            version = before.isEmpty() ? 1 : version + 1;
            keeper.saveSoon(() -> map);
        }
        changed.run();
    }

    @SuppressWarnings("ReferenceEquality") // parts that did not change are shared
    private static boolean differs(ServerMap before, ServerMap now) {
        return before.pairs() != now.pairs() || before.resources() != now.resources();
    }

    // --- what is pushed

    private void follow(Optional<StreamQuery> query) throws InterruptedException {
        if (!settings.push() || query.isEmpty()) {
            followNothing();
            return;
        }
        try {
            streaming &= query.get().equals(followed);
            followed = query.get();
            push.follow(query.get(), pushed);
        } catch (AltoException refused) {
            LOG.info("ALTO server {} does not push: {}", settings.name(), refused.getMessage());
            followNothing();
        }
    }

    /// A stream that is open says nothing of what is needed now: the server is asked as often as one without.
    private void followNothing() {
        push.close();
        followed = null;
        streaming = false;
    }

    private final PathPush.Listener pushed = new PathPush.Listener() {
        @Override
        public void paths(StreamQuery query, PathVectorDocument<Address> now, boolean samePaths) {
            unread.add(query);
            loop.execute(() -> onPush(query, now, samePaths));
        }

        @Override
        public void confirmed() {
            loop.execute(() -> {
                streaming = followed != null;
                map = map.confirmed(time.now());
                changed.run();
            });
        }

        @Override
        public void up(boolean isUp) {
            counters.count(isUp ? "stream.up" : "stream.down");
            loop.execute(() -> {
                // One that is open and brings nothing is no reason to ask less often.
                streaming &= isUp;
                // What is missed from now on is asked for; new pairs are asked for sooner.
                if (!isUp && !trouble.isAny() && !isAskScheduled) {
                    askIn(settings.period());
                }
            });
        }

        @Override
        public void fault(String reason) {
            counters.count("stream.fault");
            LOG.debug("ALTO server {}: update stream: {}", settings.name(), reason);
        }
    };

    /// @param samePaths whether only properties differ from what was pushed before
    private void onPush(StreamQuery query, PathVectorDocument<Address> now, boolean samePaths) {
        unread.remove();
        if (closed || !query.equals(followed)) {
            return;
        }
        counters.count("events.changed");
        streaming = true;
        SortedMap<String, AneProperties> before = pushedAnes;
        if (samePaths && before != null) {
            // Those that are equal but other objects change nothing either.
            Map<String, AneProperties> others =
                    ChangedValues.between(before, now.anes()).orElse(now.anes());
            pushedAnes = now.anes();
            publish(maker.update(map, pushedIds, others, time.now()));
            return;
        }
        MapMaker.Made made =
                maker.make(asked, EndpointPathQuery.only(asked, now), map, Map.of(), Map.of(), true, time.now());
        lasting = isLasting(made);
        pushedIds = made.ids();
        pushedAnes = now.anes();
        publish(made.map());
    }

    // --- status

    /// How it is doing.
    FeedStatus status() {
        ServerMap now = map;
        int known = now.knownCapacities();
        return new FeedStatus(
                settings.name(),
                service,
                version,
                freshness(now),
                now.confirmedAt(),
                heardSinceStart || !now.isEmpty(),
                streaming,
                now.joined(),
                trouble.inWords(),
                now.states(pairs.needed()),
                known,
                now.resources().size() - known,
                counters.all(),
                lastRequestSeconds);
    }

    /// What was loaded from disk is stale at best.
    private MapFreshness freshness(ServerMap now) {
        MapFreshness byAge = MapFreshness.of(Duration.between(now.confirmedAt(), time.now()), settings.period());
        return byAge == MapFreshness.FRESH && !heardSinceStart ? MapFreshness.STALE : byAge;
    }
}
