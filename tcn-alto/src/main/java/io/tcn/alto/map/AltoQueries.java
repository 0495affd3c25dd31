// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.map;

import io.tcn.alto.client.AltoClient;
import io.tcn.alto.client.AltoException;
import io.tcn.alto.client.Service;
import io.tcn.alto.client.ServiceDirectory;
import io.tcn.alto.client.ServiceKind;
import io.tcn.alto.model.Address;
import io.tcn.alto.model.CostType;
import io.tcn.alto.model.PidMapDocument;
import io.tcn.alto.model.Prefix;
import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// Asks a server by the best service that it has: path vectors between endpoints, path vectors between PIDs, plain
/// costs, or nothing. A worse service takes the place of a better one only after [#PATIENCE], for a directory may be
/// incomplete for a moment.
final class AltoQueries implements PathQueries {
    /// How long a service may be missing before a worse one is used.
    static final Duration PATIENCE = Duration.ofMinutes(10);

    private final AltoClient client;
    private final FeedSettings settings;
    private final TimeSource time;
    private final AtomicLong placesRevision = new AtomicLong();
    private volatile boolean isPlaceNeeded;
    private volatile boolean hasService = true;
    private volatile @Nullable PidMapDocument places;
    private @Nullable Plan used;
    private long usedNanos;
    private boolean isDirectoryDoubted;

    AltoQueries(AltoClient client, FeedSettings settings, TimeSource time) {
        this.client = client;
        this.settings = settings;
        this.time = time;
    }

    @Override
    public Outcome ask(SortedSet<AddressPair> pairs, boolean lasting) throws AltoException, InterruptedException {
        // Without pairs the directory is the only thing that shows whether the server is there.
        ServiceDirectory directory =
                isDirectoryDoubted || pairs.isEmpty() ? client.refreshDirectory() : client.directory();
        isDirectoryDoubted = false;
        if (isPlaceNeeded) {
            readPlaces(directory);
        }
        Plan plan = choose(directory, pairs);
        hasService = plan.kind() != Plan.Kind.NONE;
        if (pairs.isEmpty()) {
            return new Outcome(plan.kind().text(), PathAnswer.empty(), Map.of(), Map.of(), true, Optional.empty());
        }
        try {
            return ask(plan, directory, pairs, lasting, settings.maxPairs());
        } catch (AltoException failure) {
            if (failure.kind() != AltoException.Kind.TOO_MANY_PAIRS) {
                throw failure;
            }
            return askForLess(plan, directory, pairs, lasting, failure);
        }
    }

    /// The server takes fewer pairs than we thought: by PIDs if it can and that is less, else in ever smaller parts.
    private Outcome askForLess(
            Plan refused,
            ServiceDirectory directory,
            SortedSet<AddressPair> pairs,
            boolean lasting,
            AltoException tooMany)
            throws AltoException, InterruptedException {
        AltoException last = tooMany;
        for (Plan plan : Plan.smaller(refused, directory)) {
            // What was refused for its size was refused as a whole; the parts begin with the size that we know.
            for (int most = plan.equals(refused) ? settings.maxPairs() / 2 : settings.maxPairs();
                    most >= 1;
                    most /= 2) {
                try {
                    return ask(plan, directory, pairs, lasting, most);
                } catch (AltoException failure) {
                    if (failure.kind() != AltoException.Kind.TOO_MANY_PAIRS) {
                        throw failure;
                    }
                    last = failure;
                }
                if (plan.kind() != Plan.Kind.ENDPOINT_PATHS) {
                    // It cannot be asked in parts.
                    break;
                }
            }
        }
        throw last;
    }

    private Outcome ask(
            Plan plan, ServiceDirectory directory, SortedSet<AddressPair> pairs, boolean lasting, int maxPairs)
            throws AltoException, InterruptedException {
        return switch (plan.kind()) {
            case ENDPOINT_PATHS ->
                new EndpointPathQuery(client, settings, maxPairs).ask(directory, plan.service(), pairs, lasting);
            case PID_PATHS -> new PidPathQuery(client, settings).ask(plan.service(), pairs);
            case COARSE -> new CostQuery(client, settings).ask(directory, plan.service(), pairs);
            case NONE -> {
                Map<AddressPair, String> silent = new HashMap<>();
                pairs.forEach(pair -> silent.put(pair, "no-service"));
                yield new Outcome(plan.kind().text(), PathAnswer.empty(), Map.of(), silent, true, Optional.empty());
            }
        };
    }

    private Plan choose(ServiceDirectory directory, SortedSet<AddressPair> pairs) throws AltoException {
        Plan plan = Plan.of(directory, isTooLarge(pairs));
        Plan before = used;
        long now = time.nanoTime();
        if (before != null
                && plan.kind().compareTo(before.kind()) > 0
                && isGone(before, directory)
                && now - usedNanos < PATIENCE.toNanos()) {
            throw AltoException.notOffered("the directory does not have " + before.service()
                    + " any more; what comes next, " + plan.kind().text() + ", tells less, so it is waited for");
        }
        used = plan;
        usedNanos = now;
        return plan;
    }

    private static boolean isGone(Plan plan, ServiceDirectory directory) {
        return directory.find(plan.service()).isEmpty();
    }

    private boolean isTooLarge(SortedSet<AddressPair> pairs) {
        Set<Address> sources = new HashSet<>();
        Set<Address> destinations = new HashSet<>();
        for (AddressPair pair : pairs) {
            sources.add(pair.source());
            destinations.add(pair.destination());
        }
        return (long) sources.size() * destinations.size() > settings.maxPairs();
    }

    static List<Service> pathServices(ServiceDirectory directory, ServiceKind kind) {
        return directory.ofKind(kind).stream()
                .filter(service -> service.offers(CostType.PATH_VECTOR))
                .toList();
    }

    // --- places

    @Override
    public void needPlaces() {
        isPlaceNeeded = true;
    }

    private void readPlaces(ServiceDirectory directory) throws AltoException, InterruptedException {
        Optional<Service> map = directory.defaultNetworkMap();
        if (map.isPresent()) {
            PidMapDocument before = places;
            PidMapDocument now = client.networkMap(map.get().id()).document();
            if (before == null || !before.pids().equals(now.pids())) {
                places = now;
                placesRevision.incrementAndGet();
            }
        }
    }

    @Override
    public long placesRevision() {
        return placesRevision.get();
    }

    /// The first address of a prefix that is not that of the network itself, or else that one: of the first prefix
    /// where it is in this PID, and in no other one that has a longer prefix there (RFC 7285, section 5.1).
    @Override
    public Optional<Address> addressOf(String pid) {
        PidMapDocument known = places;
        List<Prefix> prefixes = known == null ? null : known.pids().get(pid);
        if (known == null || prefixes == null) {
            return Optional.empty();
        }
        for (Prefix prefix : prefixes) {
            Address base = prefix.base();
            boolean single = prefix.length() == base.family().bits();
            Address first = single ? base : new Address(base.family(), base.high(), base.low() + 1);
            for (Address candidate : List.of(first, base)) {
                if (known.find(candidate)
                        .filter(match -> match.pid().equals(pid))
                        .isPresent()) {
                    return Optional.of(candidate);
                }
            }
        }
        return Optional.empty();
    }

    @Override
    public boolean hasService() {
        return hasService;
    }

    @Override
    public void forgetDirectory() {
        isDirectoryDoubted = true;
    }
}
