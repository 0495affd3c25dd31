// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.cluster;

import io.tcn.api.store.ServerLease;
import io.tcn.api.store.ServerLease.AwayException;
import io.tcn.core.port.TimeSource;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.OptionalLong;

/// What this server does with the lease on the lead: looks at it, takes it where it is free, and renews it. One thread
/// does that; any may ask how it stands.
final class LeaseHold {
    private static final int SECRET_BYTES = 32;

    private final ServerLease leases;
    private final Self self;
    private final TimeSource time;
    private final Duration length;
    private final Lease lease;
    private final LeaseView view;
    private volatile long term;

    /// @param length for which the database gives it
    /// @param patience how long what runs may go on after its end
    LeaseHold(ServerLease leases, Self self, TimeSource time, Duration length, Duration patience) {
        this.leases = leases;
        this.self = self;
        this.time = time;
        this.length = length;
        this.lease = new Lease(length, patience);
        this.view = new LeaseView(time);
    }

    /// The term of this server; 0 if it has never led.
    long term() {
        return term;
    }

    /// The lease as it was seen last.
    LeaseView view() {
        return view;
    }

    /// Whether the database was heard of within the length of a lease.
    boolean isViewYoung() {
        return view.isYoungerThan(length);
    }

    /// Whether it is this server's, for sure.
    boolean mayAct() {
        return lease.mayAct(time.nanoTime());
    }

    /// Whether it has been this server's, and what runs must end now.
    ///
    /// @param now of the monotonic clock
    boolean isOver(long now) {
        return term > 0 && lease.isOver(now);
    }

    /// How long ago it was renewed.
    Duration age(long now) {
        return lease.age(now);
    }

    void look() throws AwayException {
        long asked = time.nanoTime();
        view.saw(leases.look(), asked);
    }

    /// @return false if it is another server's
    boolean renew() throws AwayException {
        long asked = time.nanoTime();
        if (!leases.renew(self.member().id(), term, length)) {
            return false;
        }
        lease.renewed(asked);
        return true;
    }

    /// Takes it if it was free when it was looked at last, and still is.
    ///
    /// @return whether it is this server's now
    boolean takeIfFree() throws AwayException {
        if (!view.wasFree()) {
            return false;
        }
        byte[] secret = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(secret);
        long asked = time.nanoTime();
        OptionalLong taken = leases.take(self.member().id(), HexFormat.of().formatHex(secret), length);
        if (taken.isEmpty()) {
            return false;
        }
        lease.renewed(asked);
        term = taken.getAsLong();
        return true;
    }

    /// Gives it back, if this server has it.
    ///
    /// @return whether it had it
    boolean release() throws AwayException {
        if (term == 0) {
            return false;
        }
        leases.release(self.member().id(), term);
        return true;
    }
}
