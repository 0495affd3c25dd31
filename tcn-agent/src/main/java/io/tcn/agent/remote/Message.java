// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.remote;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.tcn.agent.Side;
import io.tcn.core.model.ErrorCode;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What servers and agents tell each other, one record per message. An order is one task that a server gave
/// to one agent, an attempt or a removal; see [OrderNumber].
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Message.Beacon.class, name = "beacon"),
    @JsonSubTypes.Type(value = Message.Heartbeat.class, name = "heartbeat"),
    @JsonSubTypes.Type(value = Message.Start.class, name = "start"),
    @JsonSubTypes.Type(value = Message.Adopt.class, name = "adopt"),
    @JsonSubTypes.Type(value = Message.Proceed.class, name = "proceed"),
    @JsonSubTypes.Type(value = Message.Cancel.class, name = "cancel"),
    @JsonSubTypes.Type(value = Message.GiveBack.class, name = "give-back"),
    @JsonSubTypes.Type(value = Message.Adjust.class, name = "adjust"),
    @JsonSubTypes.Type(value = Message.Shape.class, name = "shape"),
    @JsonSubTypes.Type(value = Message.Prepared.class, name = "prepared"),
    @JsonSubTypes.Type(value = Message.Finished.class, name = "finished"),
    @JsonSubTypes.Type(value = Message.Failed.class, name = "failed"),
    @JsonSubTypes.Type(value = Message.Canceled.class, name = "canceled"),
    @JsonSubTypes.Type(value = Message.Moved.class, name = "moved"),
})
public sealed interface Message {
    /// The number of this protocol, in every message. Another number is refused.
    int PROTOCOL = 1;

    /// A server leads. Agents take it as the news of its epoch; the server that reads its own one knows that
    /// it has read every heartbeat before it.
    ///
    /// @param epoch of the server, rises with each start
    /// @param server which process
    /// @param sequence counts the beacons of this process
    /// @param adopts whether it takes over attempts that servers before it have ordered; null from older servers,
    ///     which do not
    record Beacon(
            long epoch,
            String server,
            long sequence,
            @Nullable Boolean adopts) implements Message {
        public Beacon {
            Checks.name("server", server);
        }
    }

    /// An agent lives.
    ///
    /// @param agent its name
    /// @param instance which process of this name
    /// @param term number of its lease's present or next term
    /// @param held whether that term lasts now
    /// @param sequence counts the heartbeats of this process
    /// @param epoch the latest that it has heard of, 0 for none
    /// @param version of TCN
    /// @param reach patterns of the URLs that it reaches
    /// @param near patterns of the URLs that it is near to
    /// @param holds patterns of the URLs for which it has credentials of its own
    /// @param slots how many orders it takes at once
    /// @param leaseMillis length of its lease
    /// @param clockMillis its clock
    /// @param leaving whether it takes nothing new because it stops
    /// @param unreadable how many messages it could not use
    /// @param orders what it has taken and not ended, as long as the end was not acknowledged by the broker
    record Heartbeat(
            String agent,
            String instance,
            long term,
            boolean held,
            long sequence,
            long epoch,
            String version,
            List<String> reach,
            List<String> near,
            List<String> holds,
            int slots,
            long leaseMillis,
            long clockMillis,
            boolean leaving,
            long unreadable,
            List<Long> orders)
            implements Message {
        public Heartbeat {
            Checks.name("agent", agent);
            Checks.name("instance", instance);
            if (slots < 0 || slots > Checks.MOST_SLOTS) {
                throw new IllegalArgumentException("slots must be 0 to " + Checks.MOST_SLOTS + ", given was " + slots);
            }
            reach = List.copyOf(reach);
            near = List.copyOf(near);
            holds = List.copyOf(holds);
            orders = List.copyOf(orders);
        }
    }

    /// For whom a command is. An agent does nothing for another epoch, instance or term than its own.
    ///
    /// @param epoch of the server
    /// @param instance which process
    /// @param term which term of its lease
    /// @param order which order
    /// @param sequence counts the commands of this server
    record Address(long epoch, String instance, long term, long order, long sequence) {
        public Address {
            Checks.name("instance", instance);
        }

        /// The number of a change of connections that goes with this command. A later one is greater, also that of a
        /// later server.
        public long change() {
            return OrderNumber.of(epoch, sequence);
        }
    }

    /// What a server wants of an agent.
    sealed interface Command extends Message {
        Address to();
    }

    /// Begin an attempt, or only remove what an earlier one may have left.
    ///
    /// @param work what to do
    /// @param removal whether it is a removal only
    /// @param bounds which hold the pipe
    /// @param sourceToken token for the source, null for none or the agent's own
    /// @param destinationToken as for the source
    /// @param traceparent header of the attempt's trace (W3C Trace Context); null for none, and from older servers
    record Start(
            Address to,
            Work work,
            boolean removal,
            List<BoundOf> bounds,
            @Nullable String sourceToken,
            @Nullable String destinationToken,
            @Nullable String traceparent)
            implements Command {
        public Start {
            bounds = List.copyOf(bounds);
        }

        /// Without tokens.
        @Override
        public String toString() {
            return "Start[" + to + ", " + work.transfer() + "/" + work.number() + (removal ? ", removal" : "") + "]";
        }
    }

    /// An attempt that a server before this one has ordered is this server's from now on, and goes on. It may come
    /// before the beacon of this server. The agent tells again what it has told of the attempt last; of one that it
    /// does not know, that it does not.
    ///
    /// @param write whether the attempt may write
    /// @param cancel whether nobody wants the transfer any more
    record Adopt(Address to, boolean write, boolean cancel) implements Command {
        /// What was not adopted for so long after another server was heard of is given back, without touching the
        /// destination any more.
        public static final Duration WITHIN = Duration.ofSeconds(10);
    }

    /// The attempt may write.
    ///
    /// @param connections how many it has from then on; null for agents that do not follow, and from older servers
    record Proceed(Address to, @Nullable Integer connections) implements Command {}

    /// Nobody wants the transfer any more: stop, remove what was written.
    record Cancel(Address to) implements Command {}

    /// The server stops: stop, remove what was written; the transfer will be tried again.
    record GiveBack(Address to) implements Command {}

    /// Use another number of connections. The change that was made last counts ([Address#change]), in whatever order
    /// they come.
    record Adjust(Address to, int connections) implements Command {}

    /// Other bounds hold a pipe; the order in the address is 0.
    record Shape(Address to, String pipe, List<BoundOf> bounds) implements Command {
        public Shape {
            bounds = List.copyOf(bounds);
        }
    }

    /// A bound, or an agent's share of it.
    record BoundOf(String user, String resource, double maxBps) {}

    /// Of which order an agent tells.
    ///
    /// @param epoch of the server that gave the order
    /// @param instance who tells
    record Origin(long epoch, String instance, long order) {
        public Origin {
            Checks.name("instance", instance);
        }
    }

    /// What has become of an order.
    sealed interface Report extends Message {
        Origin from();

        /// Whether the order is over with it.
        boolean isLast();
    }

    /// Both ends were looked at.
    ///
    /// @param connections how many it could use
    /// @param follows whether it follows changes of them and tells how many it uses; null from older agents, which
    ///     keep what they begin with
    record Prepared(
            Origin from,
            long sizeBytes,
            int connections,
            @Nullable Boolean follows) implements Report {
        @Override
        public boolean isLast() {
            return false;
        }
    }

    /// The file is there.
    ///
    /// @param checksum as `ALGORITHM:value`, null if none was obtainable
    record Finished(Origin from, long sizeBytes, @Nullable String checksum) implements Report {
        @Override
        public boolean isLast() {
            return true;
        }
    }

    /// The order failed.
    ///
    /// @param existingBytes size of what lies at the destination, null if that was not asked for
    /// @param existingChecksum of what lies there, as `ALGORITHM:value`
    /// @param pauseMillis how long the endpoint is to be left alone, null if nobody asked for that
    /// @param clean whether nothing of this transfer is left at the destination
    /// @param inTrouble whose endpoint as a whole was seen in trouble; null if none was, and from older agents
    /// @param unreached whether that endpoint gave the agent no answer; null from older agents
    record Failed(
            Origin from,
            ErrorCode code,
            String message,
            @Nullable Long existingBytes,
            @Nullable String existingChecksum,
            @Nullable Long pauseMillis,
            boolean clean,
            @Nullable Side inTrouble,
            @Nullable Boolean unreached)
            implements Report {
        @Override
        public boolean isLast() {
            return true;
        }
    }

    /// The order was cancelled and has stopped, or the removal is done.
    record Canceled(Origin from, boolean clean) implements Report {
        @Override
        public boolean isLast() {
            return true;
        }
    }

    /// Bytes have moved on a pipe.
    ///
    /// @param sequence counts these messages of the pipe and instance
    /// @param totalBytes what this instance has moved there since it began
    /// @param copies how far the running attempts have come
    record Moved(String instance, String pipe, long sequence, long totalBytes, List<Copying> copies)
            implements Message {
        public Moved {
            Checks.name("instance", instance);
            copies = List.copyOf(copies);
        }
    }

    /// How far an attempt has come; see [io.tcn.agent.transfer.AttemptProgress].
    ///
    /// @param uses what it uses; null from older agents
    record Copying(
            long order,
            long movedBytes,
            long expectedBytes,
            long copyingMillis,
            boolean settling,
            @Nullable Uses uses) {}

    /// The connections of an attempt.
    ///
    /// @param connections how many it uses now
    /// @param change the last change of them that it has followed ([Address#change]), 0 for none
    /// @param stillMillis how long ago bytes have moved last; null if none have
    /// @param counted how many count while it gives some back that are in use; null else, and from older agents
    record Uses(
            int connections,
            long change,
            @Nullable Long stillMillis,
            @Nullable Integer counted) {
        /// Those of an attempt that gives none back.
        public Uses(int connections, long change, @Nullable Long stillMillis) {
            this(connections, change, stillMillis, null);
        }
    }
}
