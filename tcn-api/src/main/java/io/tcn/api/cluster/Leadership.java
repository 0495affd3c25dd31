// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.cluster;

import io.tcn.api.loop.LeaderWork;
import io.tcn.api.loop.Loops;
import io.tcn.api.loop.OwnLoop;
import io.tcn.api.loop.SteadyLoop;
import io.tcn.api.runtime.Emergency;
import io.tcn.api.runtime.TcnProperties;
import io.tcn.api.store.DatabaseLead;
import io.tcn.api.store.ServerLease;
import io.tcn.api.store.ServerLease.AwayException;
import io.tcn.api.store.ServerLease.Member;
import io.tcn.api.store.ServerLease.Others;
import io.tcn.api.store.ServerLease.Seen;
import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/// Whether this server leads, and what follows from it. Before all others at the start and after all others at
/// the stop: whoever has its database for itself takes it or does not start; where several share one, each
/// signs twice a second that it lives and looks at the lease, and who finds it free takes it.
///
/// The server that leads renews its lease as often. If it cannot, it begins nothing more some time before the
/// end of the lease, and its process ends a while after it ([Lease]). One that stood still finds that out by
/// itself when it goes on, from its own clock, or from the database, which refuses its transactions because
/// they carry the epoch.
@Component
public class Leadership implements SmartLifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(Leadership.class);
    private static final Duration LOOK = Duration.ofMillis(500);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);
    private static final Duration WATCH = Duration.ofMillis(200);
    private static final Duration FORGET = Duration.ofHours(1);
    private static final Duration LAST_LOOK = Duration.ofSeconds(5);

    private final ClusterProperties properties;
    private final TcnProperties all;
    private final DatabaseLead lead;
    private final ServerLease leases;
    private final Self self;
    private final TimeSource time;
    private final Loops loops;
    private final ObjectProvider<LeaderWork> work;
    private final ApplicationEventPublisher events;
    private final LeaseHold hold;
    private final List<Runnable> afterLook = new CopyOnWriteArrayList<>();
    private volatile Role role = Role.FOLLOWER;
    private volatile @Nullable OwnLoop looking;
    private volatile @Nullable OwnLoop watching;
    private volatile boolean running;
    private final AtomicBoolean ending = new AtomicBoolean();
    private long forgotNanos;

    Leadership(
            ClusterProperties properties,
            TcnProperties all,
            DatabaseLead lead,
            ServerLease leases,
            Self self,
            TimeSource time,
            Loops loops,
            ObjectProvider<LeaderWork> work,
            ApplicationEventPublisher events) {
        this.properties = properties;
        this.all = all;
        this.lead = lead;
        this.leases = leases;
        this.self = self;
        this.time = time;
        this.loops = loops;
        this.work = work;
        this.events = events;
        this.hold = new LeaseHold(
                leases, self, time, properties.lease(), all.agent().afterLease());
        this.forgotNanos = time.nanoTime() - FORGET.toNanos();
    }

    /// What this server is now.
    public Role role() {
        return role;
    }

    /// Whether it shares its database.
    public boolean isShared() {
        return properties.enabled();
    }

    /// Whether this server answers by itself, for sure: it leads, and its lease holds.
    public boolean answers() {
        return switch (role) {
            case ALONE -> true;
            case LEADER, HANDING_OVER -> hold.mayAct();
            case FOLLOWER, TAKING -> false;
        };
    }

    /// Whether all is well with the lease: it holds, or the database was heard of lately.
    public boolean isWell() {
        return switch (role) {
            case ALONE -> true;
            case LEADER, HANDING_OVER -> hold.mayAct();
            case FOLLOWER, TAKING -> hold.isViewYoung();
        };
    }

    /// This server, as the others see it.
    public Member self() {
        return self.member();
    }

    /// The term of this server; 0 if it has never led.
    long term() {
        return hold.term();
    }

    /// The lease as it is now, as far as is known. Empty if the database was never heard of.
    public Optional<Seen> seen() {
        return hold.view().now();
    }

    /// The server that leads by a lease that has not ended and that can be reached; empty if there is none.
    Optional<Seen> leader() {
        return hold.view().leader();
    }

    /// The time of the database, as far as is known.
    Instant databaseNow() {
        return hold.view().databaseNow();
    }

    /// Runs after each look at the lease, on the thread that renews it: it waits for nothing.
    public void afterLook(Runnable then) {
        afterLook.add(then);
    }

    @Override
    public void start() {
        if (!properties.enabled()) {
            lead.take();
            lead.watch(
                    loops,
                    () -> Emergency.LEAD_LOST.end(
                            "Another TCN server has taken over this database: this one ends now, without removing anything"));
            role = Role.ALONE;
            running = true;
            startWork();
            return;
        }
        if (!lead.isShareable()) {
            throw new IllegalStateException("tcn.cluster.enabled needs PostgreSQL (spring.datasource.url): H2 keeps its"
                    + " database to one process");
        }
        if (all.store().restored()) {
            throw new IllegalStateException("tcn.store.restored and tcn.cluster.enabled do not go together: start one"
                    + " server alone after the restore, stop it, and then start all of them");
        }
        running = true;
        join();
        watching = loop("lease watch", WATCH, this::watchLease);
        looking = loop("lease", LOOK, this::step);
        if (role == Role.TAKING) {
            takeUp();
        } else {
            LOG.info(
                    "This server follows; {}",
                    leader().map(Seen::leader)
                            .map(leader -> leader.name() + " leads")
                            .orElse("nobody leads yet"));
        }
    }

    private OwnLoop loop(String name, Duration pause, SteadyLoop.Work each) {
        OwnLoop made = loops.own(name, pause, LONGEST_PAUSE, each);
        made.start();
        return made;
    }

    private void join() {
        try {
            leases.sign(self.member());
            hold.look();
            takeIfFree();
        } catch (AwayException refused) {
            throw new IllegalStateException(refused.getMessage(), refused);
        }
    }

    /// On the loop's thread.
    private SteadyLoop.Outcome step() throws AwayException {
        if (hold.term() > 0) {
            renew();
        }
        leases.sign(self.member());
        hold.look();
        if (hold.term() == 0 && takeIfFree()) {
            Thread.ofPlatform().name("tcn-taking").start(this::takeUpOrEnd);
        }
        afterLook.forEach(Runnable::run);
        if (hold.term() > 0 && time.nanoTime() - forgotNanos >= FORGET.toNanos()) {
            leases.forgetOthers(self.member());
            forgotNanos = time.nanoTime();
        }
        return SteadyLoop.Outcome.DONE;
    }

    private void renew() throws AwayException {
        if (hold.renew()) {
            lead.renewed();
        } else {
            lost();
        }
    }

    private boolean takeIfFree() throws AwayException {
        if (!hold.takeIfFree()) {
            return false;
        }
        role = Role.TAKING;
        hold.look();
        return true;
    }

    /// The lead is this server's: first nothing is stored any more by the one before, then everything begins.
    private void takeUp() {
        long began = time.nanoTime();
        long term = hold.term();
        LOG.info("This server takes the lead, term {}", term);
        if (!leases.raise(term)) {
            lost();
            return;
        }
        long fenced = time.nanoTime();
        lead.lead(term, hold::mayAct, this::lost);
        startWork();
        role = Role.LEADER;
        LOG.info(
                "This server leads, after {} ms; after {} ms the one before could store nothing more",
                (time.nanoTime() - began) / 1_000_000,
                (fenced - began) / 1_000_000);
    }

    private void takeUpOrEnd() {
        try {
            takeUp();
        } catch (Throwable failure) {
            LOG.error("The lead cannot be taken up", failure);
            Emergency.LEAD_NOT_TAKEN_UP.end(
                    "This server has got the lead and cannot take it up: it ends now, and another one takes it");
        }
    }

    private void startWork() {
        work.stream().sorted(Comparator.comparingInt(LeaderWork::getPhase)).forEach(LeaderWork::start);
    }

    private void lost() {
        end("Another TCN server leads now: this one ends, without removing anything, to be started again");
    }

    private SteadyLoop.Outcome watchLease() {
        long now = time.nanoTime();
        if (hold.isOver(now)) {
            end("The lease on the lead could not be renewed for "
                    + hold.age(now).toMillis() / 1000.0
                    + " s, another TCN server may have it: this one ends, without removing anything, to be started"
                    + " again");
        }
        return SteadyLoop.Outcome.DONE;
    }

    /// Several threads find it out at once when a process goes on that stood still; one of them says it.
    private void end(String why) {
        if (ending.compareAndSet(false, true)) {
            Emergency.LEAD_LOST.end(why);
        }
    }

    /// Another server can reach this one from now on.
    @EventListener
    void listening(WebServerInitializedEvent event) {
        OwnLoop signing = looking;
        if (signing != null) {
            self.listensOn(event.getWebServer().getPort());
            signing.runSoon();
        }
    }

    /// Whether a server has signed lately.
    ///
    /// @param now by the clock of the database
    public static boolean isAlive(ServerLease.Present server, Instant now) {
        return server.lastSign().plus(ServerLease.SIGNED_LATELY).isAfter(now);
    }

    /// Begins to hand the lead over: the server stops in order, gives the lease back and starts anew as a
    /// follower. A drained server takes it only from one that is drained too.
    ///
    /// @param before what is done first; if it fails, nothing happens
    /// @return whether another server is there to take it; if none is, nothing happens
    public boolean handOver(Runnable before) {
        return handOver(others -> others.ready() || (others.isDrained() && others.any()), before);
    }

    /// The same, if this server is drained and another one lives that is not.
    public boolean handOverIfDrained(Runnable before) {
        return handOver(others -> others.isDrained() && others.ready(), before);
    }

    private synchronized boolean handOver(Predicate<Others> isWanted, Runnable before) {
        if (role != Role.LEADER || !isWanted.test(leases.others(self.member().id()))) {
            return false;
        }
        before.run();
        role = Role.HANDING_OVER;
        LOG.info("The lead is handed over");
        events.publishEvent(new HandingOverEvent(this));
        return true;
    }

    @Override
    public void stop() {
        running = false;
        if (!properties.enabled()) {
            lead.release();
            return;
        }
        stop(looking);
        stop(watching);
        try {
            if (hold.release()) {
                LOG.info("The lead was given back, term {}", hold.term());
            }
            leases.leave(self.member());
        } catch (AwayException away) {
            LOG.warn("The lead could not be given back; it ends by itself: {}", away.getMessage());
        }
        leases.close();
    }

    private static void stop(@Nullable OwnLoop loop) {
        if (loop != null) {
            loop.stop(LAST_LOOK);
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /// Before all others at the start, after all others at the stop.
    @Override
    public int getPhase() {
        return -10;
    }
}
