// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.agent.transfer.StorageRules;
import io.tcn.agent.transfer.TpcPolicy;
import io.tcn.core.model.DeclaredRange;
import io.tcn.core.utility.Utilities;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/// Static settings of the server, all under `tcn.`; each has a default, so that a first start needs no file.
///
/// @param dataDir folder for certificates, the H2 database and the lock
/// @param control the control loop
/// @param agent the data plane
/// @param topology where resources come from
/// @param pipes what pipes get that nobody declared
/// @param fts limits of the FTS face
/// @param transferLog the log of each transfer
/// @param leftovers what transfers that are over have left at their destinations
/// @param retention how long what is over is kept
/// @param history what was seen and decided in each control interval
/// @param page the operators' page
/// @param store the work on the database
/// @param groups groups of transfers that are of use only together
/// @param events monitoring messages
@ConfigurationProperties("tcn")
public record TcnProperties(
        @DefaultValue("data") Path dataDir,
        @DefaultValue Control control,
        @DefaultValue Agent agent,
        @DefaultValue Topology topology,
        @DefaultValue Pipes pipes,
        @DefaultValue Fts fts,
        @DefaultValue TransferLog transferLog,
        @DefaultValue Leftovers leftovers,
        @DefaultValue Retention retention,
        @DefaultValue Groups groups,
        @DefaultValue History history,
        @DefaultValue Page page,
        @DefaultValue Store store,
        @DefaultValue Events events) {
    public TcnProperties {
        List<String> complaints = new ArrayList<>();
        if (control.boundWindow().isNegative()) {
            complaints.add("tcn.control.bound-window must be 0 or more, given was " + control.boundWindow());
        }
        if (control.interval().compareTo(Duration.ofMillis(100)) < 0) {
            complaints.add("tcn.control.interval must be 100ms or more, given was " + control.interval());
        }
        if (control.samples() < 1) {
            complaints.add("tcn.control.samples must be at least 1, given was " + control.samples());
        }
        if (store.stuckAfter().compareTo(Store.SHORTEST) < 0) {
            complaints.add("tcn.store.stuck-after must be " + Store.SHORTEST.toSeconds() + "s or more, given was "
                    + store.stuckAfter());
        }
        try {
            Utilities.byName(control.utility());
        } catch (IllegalArgumentException refused) {
            complaints.add("tcn.control.utility: " + refused.getMessage());
        }
        if (control.maxConnections() < 0) {
            complaints.add(
                    "tcn.control.max-connections must be 0 (no limit) or more, given was " + control.maxConnections());
        }
        if (pipes.minConnections() < 0
                || pipes.maxConnections() < 1
                || pipes.maxConnections() < pipes.minConnections()
                || pipes.maxConnections() > DeclaredRange.MOST_CONNECTIONS) {
            complaints.add("tcn.pipes needs 0 <= min-connections <= max-connections and 1 <= max-connections <= "
                    + DeclaredRange.MOST_CONNECTIONS + ", given were "
                    + pipes.minConnections() + " and " + pipes.maxConnections());
        }
        try {
            var _ = agent.storages();
        } catch (IllegalArgumentException refused) {
            complaints.add("tcn.agent: " + refused.getMessage());
        }
        if (pipes.maxPerUser() < 0) {
            complaints.add("tcn.pipes.max-per-user must be 0 or more, given was " + pipes.maxPerUser());
        }
        if (fts.maxFilesPerJob() < 1) {
            complaints.add("tcn.fts.max-files-per-job must be at least 1, given was " + fts.maxFilesPerJob());
        }
        if (transferLog.keep().isNegative()) {
            complaints.add("tcn.transfer-log.keep must be 0 (none) or more, given was " + transferLog.keep());
        }
        if (!leftovers.giveUpAfter().isPositive()) {
            complaints.add("tcn.leftovers.give-up-after must be positive, given was " + leftovers.giveUpAfter());
        }
        if (retention.keepFinished().isNegative()) {
            complaints.add(
                    "tcn.retention.keep-finished must be 0 (for ever) or more, given was " + retention.keepFinished());
        }
        Duration keepArchived = retention.keepArchived();
        if (keepArchived != null && keepArchived.isNegative()) {
            complaints.add("tcn.retention.keep-archived must be 0 (for ever) or more, given was " + keepArchived);
        }
        if (retention.keepAudit().isNegative()) {
            complaints.add("tcn.retention.keep-audit must be 0 (for ever) or more, given was " + retention.keepAudit());
        }
        complaints.addAll(groups.complaints());
        complaints.addAll(history.complaints());
        complaints.addAll(page.complaints());
        complaints.addAll(events.kafka().complaints());
        if (!complaints.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", complaints));
        }
    }

    /// The operators' page, which is at `/ui` of the server.
    ///
    /// @param port a port of its own beside that of the server, where nothing else is; 0: none
    /// @param address how browsers reach it, such as `https://tcn.example.org:8449`, for issuers that send
    ///     them back after a login; null: as the browser has asked
    public record Page(
            @DefaultValue("0") int port, @Nullable URI address) {
        private List<String> complaints() {
            List<String> complaints = new ArrayList<>();
            if (port < 0 || port > 65_535) {
                complaints.add("tcn.page.port must be 0 (none of its own) to 65535, given was " + port);
            }
            if (address != null && (!"https".equals(address.getScheme()) || address.getHost() == null)) {
                complaints.add("tcn.page.address must be an address such as https://tcn.example.org:8449, given was "
                        + address);
            }
            return complaints;
        }
    }

    /// The history of decisions.
    ///
    /// @param keep how long there is a row for each control interval; 0: no history is written
    /// @param keepSlots how long there is a row for each ten minutes
    /// @param maxRows the most rows of each of the two kinds; the oldest go first
    public record History(
            @DefaultValue("14d") Duration keep,
            @DefaultValue("730d") Duration keepSlots,
            @DefaultValue("5000000") long maxRows) {
        private List<String> complaints() {
            List<String> complaints = new ArrayList<>();
            if (keep.isNegative()) {
                complaints.add("tcn.history.keep must be 0 (no history) or more, given was " + keep);
            }
            if (keepSlots.compareTo(keep) < 0) {
                complaints.add("tcn.history.keep-slots must not be shorter than tcn.history.keep (" + keep
                        + "), given was " + keepSlots);
            }
            if (maxRows < 1000) {
                complaints.add("tcn.history.max-rows must be 1000 or more, given was " + maxRows);
            }
            return complaints;
        }
    }

    /// The control loop.
    ///
    /// @param optimizer `tcn`, `tcn-first`, `tcn-learned`, `tcn-zero`, `fts` or `fts-model`; docs/optimizers.md
    /// @param utility what is maximised: `sum`, `proportional`, `alpha-fair:ALPHA` or `max-min`, each with
    ///     `+cost:K` where connections cost something
    /// @param maxConnections the most connections of all pipes together, 0 for no limit
    /// @param interval time between two decisions
    /// @param samples samples per interval
    /// @param seed seed of all random numbers; 0: another at each start
    /// @param boundWindow the time over which a bound may be a mean; 0: it holds at every moment
    /// @param warmStart whether pipes of which the history tells begin with about as many connections as they had
    public record Control(
            @DefaultValue("tcn") String optimizer,
            @DefaultValue("proportional") String utility,
            @DefaultValue("0") int maxConnections,
            @DefaultValue("10s") Duration interval,
            @DefaultValue("5") int samples,
            @DefaultValue("0") long seed,
            @DefaultValue("1m") Duration boundWindow,
            @DefaultValue("true") boolean warmStart) {}

    /// The data plane.
    ///
    /// @param thirdPartyCopy whether storages are asked to copy by themselves: `prefer`, `prefer-push` or `off`
    /// @param stallTimeout an attempt that moves no byte for so long is given up
    /// @param lastWordTimeout how long a storage with all bytes of a file may take to say that they are safe,
    ///     plus 0.1 s per MiB
    /// @param attemptTimeout limit of one attempt, plus 2 s per MiB
    /// @param cancelGrace how long a storage may go on copying after it was told to stop
    /// @param pauseAfter after so many failures in a row that show an endpoint itself in trouble it is left
    ///     alone for a while; 0: never
    /// @param pause length of the first pause; each one that follows without a success is twice as long
    /// @param longestPause length of the longest pause
    /// @param fileRoots folders that `file:` URLs may reach
    /// @param trust PEM file with the certificates of storages' authorities, beside those of the JVM
    /// @param allowOwnAddresses whether storages may be at addresses of this machine, loopback among them
    /// @param refusedNetworks further networks where no storages are, as `ADDRESS/BITS`
    /// @param plainRedirects whether redirects from https to http are followed, without credentials
    /// @param plainTokens whether tokens are sent to storages without encryption
    /// @param checksumRequests how many checksums one storage is asked for at once
    /// @param staging memory of the buffer between reading and writing, for all pipes
    /// @param stagingOfPipe at most so much of it for one pipe
    /// @param streams at most so many requests read one file that passes through at once
    /// @param thirdPartyStreams at most so many connections for one file that storages copy among themselves
    public record Agent(
            @DefaultValue("prefer") TpcPolicy thirdPartyCopy,
            @DefaultValue("2m") Duration stallTimeout,
            @DefaultValue("5m") Duration lastWordTimeout,
            @DefaultValue("10m") Duration attemptTimeout,
            @DefaultValue("10s") Duration cancelGrace,
            @DefaultValue("5") int pauseAfter,
            @DefaultValue("10s") Duration pause,
            @DefaultValue("5m") Duration longestPause,
            @DefaultValue List<Path> fileRoots,
            @Nullable Path trust,
            @DefaultValue("false") boolean allowOwnAddresses,
            @DefaultValue List<String> refusedNetworks,
            @DefaultValue("false") boolean plainRedirects,
            @DefaultValue("false") boolean plainTokens,
            @DefaultValue("4") int checksumRequests,
            @DefaultValue("128MB") DataSize staging,
            @DefaultValue("64MB") DataSize stagingOfPipe,
            @DefaultValue("8") int streams,
            @DefaultValue("1") int thirdPartyStreams) {
        /// How long what runs may go on after the end of a lease that could not be renewed: shorter than the time for
        /// which the next server leaves destinations alone.
        public Duration afterLease() {
            return cancelGrace.dividedBy(2);
        }

        /// What the data plane is told of them.
        public StorageRules storages() {
            return new StorageRules(allowOwnAddresses, refusedNetworks, plainRedirects, plainTokens, checksumRequests);
        }
    }

    /// Where resources come from.
    ///
    /// @param file a topology file, or the name of one that comes with TCN; null: pipes use their storages only,
    ///     whose capacities are unknown
    /// @param refresh time between two looks at the source
    /// @param sites endpoints and the sites of the topology that they are at
    public record Topology(
            @Nullable String file,
            @DefaultValue("5m") Duration refresh,
            @DefaultValue Map<String, String> sites) {}

    /// What pipes get that nobody declared.
    ///
    /// @param autoCreate whether a pair of endpoints gets its pipe on first use
    /// @param minConnections m
    /// @param maxConnections M
    /// @param maxPerUser how many of a user get there by themselves; what operators create is not limited
    public record Pipes(
            @DefaultValue("true") boolean autoCreate,
            @DefaultValue("1") int minConnections,
            @DefaultValue("64") int maxConnections,
            @DefaultValue("10000") int maxPerUser) {}

    /// Limits of the FTS face.
    ///
    /// @param maxFilesPerJob files in one job
    /// @param maxBody size of a submission
    /// @param delegationRequired whether callers with certificates must delegate before they submit
    public record Fts(
            @DefaultValue("50000") int maxFilesPerJob,
            @DefaultValue("32MB") DataSize maxBody,
            @DefaultValue("false") boolean delegationRequired) {}

    /// The log of each transfer.
    ///
    /// @param keep how long it is kept; 0: none is written
    public record TransferLog(@DefaultValue("7d") Duration keep) {}

    /// What transfers that are over have left at their destinations.
    ///
    /// @param giveUpAfter how long after the last write its removal is tried
    public record Leftovers(@DefaultValue("14d") Duration giveUpAfter) {}

    /// How long what is over is kept; 0: for ever.
    ///
    /// @param keepFinished jobs with their transfers in the working tables, after the job was over; then they
    ///     are in the archive
    /// @param keepArchived jobs with their transfers at all, after the job was over; not longer than
    ///     `keepFinished`: no archive; null: as the database says ([io.tcn.api.store.ArchiveStore#keptByDefault])
    /// @param keepAudit entries of the audit of changes
    public record Retention(
            @DefaultValue("7d") Duration keepFinished,
            @Nullable Duration keepArchived,
            @DefaultValue("365d") Duration keepAudit) {}

    /// Groups of transfers that are of use only together.
    ///
    /// @param metadataKey key of FTS's `job_metadata` whose value names the group of a job; none if empty
    /// @param weightDoublesEvery time in which a group that waits comes to count twice as much; 0 for never
    /// @param keepUnused name, weight and deadline of a group that has nothing left; 0 for ever
    public record Groups(
            @DefaultValue("") String metadataKey,
            @DefaultValue("6h") Duration weightDoublesEvery,
            @DefaultValue("30d") Duration keepUnused) {
        private List<String> complaints() {
            List<String> complaints = new ArrayList<>();
            if (weightDoublesEvery.isNegative()) {
                complaints.add(
                        "tcn.groups.weight-doubles-every must be 0 (never) or more, given was " + weightDoublesEvery);
            }
            if (keepUnused.isNegative()) {
                complaints.add("tcn.groups.keep-unused must be 0 (for ever) or more, given was " + keepUnused);
            }
            return complaints;
        }
    }

    /// The work on the database.
    ///
    /// @param stuckAfter when the database has not come back from one request for so long, the process ends
    /// @param restored whether it has just come back from a backup
    public record Store(
            @DefaultValue("3m") Duration stuckAfter,
            @DefaultValue("false") boolean restored) {
        /// A request may take this long on a machine that is busy.
        static final Duration SHORTEST = Duration.ofSeconds(30);
    }

    /// Monitoring messages.
    ///
    /// @param kafka where they go
    public record Events(@DefaultValue Kafka kafka) {}

    /// The Kafka that monitoring messages go to.
    ///
    /// @param bootstrapServers `HOST:PORT,...`; null or blank: no messages
    /// @param topicPrefix what the names of the topics begin with
    /// @param endpnt what messages name this server, null for its host name
    /// @param maxMessage larger messages are put aside
    /// @param keepUnsendable how long messages that were put aside are kept
    /// @param properties settings of the Kafka client, such as `security.protocol`
    public record Kafka(
            @Nullable String bootstrapServers,
            @DefaultValue("transfer.") String topicPrefix,
            @Nullable String endpnt,
            @DefaultValue("900KB") DataSize maxMessage,
            @DefaultValue("7d") Duration keepUnsendable,
            @DefaultValue Map<String, String> properties) {
        public Kafka {
            properties = Map.copyOf(properties);
        }

        private List<String> complaints() {
            List<String> complaints = new ArrayList<>();
            if (!topicPrefix.matches("[A-Za-z0-9._-]{0,200}")) {
                complaints.add("tcn.events.kafka.topic-prefix may have letters, digits, '.', '_' and '-', given was "
                        + topicPrefix);
            }
            if (maxMessage.toBytes() < 10_000) {
                complaints.add("tcn.events.kafka.max-message must be 10000B or more, given was " + maxMessage);
            }
            if (keepUnsendable.isNegative()) {
                complaints.add("tcn.events.kafka.keep-unsendable must not be negative, given was " + keepUnsendable);
            }
            return complaints;
        }

        /// Secrets of the client are not shown.
        @Override
        public String toString() {
            return "Kafka[" + bootstrapServers + ", properties " + properties.keySet() + "]";
        }
    }
}
