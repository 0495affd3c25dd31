// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.cli;

import io.tcn.alto.client.AltoClient;
import io.tcn.alto.client.AltoException;
import io.tcn.alto.client.EndpointPairs;
import io.tcn.alto.client.PidPairs;
import io.tcn.alto.client.Service;
import io.tcn.alto.client.ServiceDirectory;
import io.tcn.alto.client.ServiceKind;
import io.tcn.alto.model.CostType;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/// Asks for costs by the service that fits: between addresses where addresses are given, else between PIDs, filtered
/// where a filter is given.
final class CostQuestion {
    private final AltoClient client;
    private final ServiceDirectory directory;
    private final CostType type;
    private final List<String> sources;
    private final List<String> destinations;

    CostQuestion(
            AltoClient client,
            ServiceDirectory directory,
            CostType type,
            List<String> sources,
            List<String> destinations) {
        this.client = client;
        this.directory = directory;
        this.type = type;
        this.sources = sources;
        this.destinations = destinations;
    }

    CostRows ask(Console console) throws AltoException, WrongArgumentException, InterruptedException {
        boolean isByAddress = isAddresses(sources) || isAddresses(destinations);
        if (isByAddress) {
            if (sources.isEmpty() || destinations.isEmpty()) {
                throw new WrongArgumentException("costs between addresses need both --src and --dst");
            }
            Optional<Service> service = find(ServiceKind.ENDPOINT_COST);
            if (service.isPresent()) {
                return byAddress(service.get());
            }
            console.note("the server has no such costs between addresses: those between their PIDs follow");
        }
        Places places = new Places(client);
        PidPairs pairs = new PidPairs(places.pids(sources), places.pids(destinations));
        Optional<Service> filtered = find(ServiceKind.FILTERED_COST_MAP);
        Optional<Service> whole = find(ServiceKind.COST_MAP);
        boolean isAll = sources.isEmpty() && destinations.isEmpty();
        if (whole.isPresent() && (isAll || filtered.isEmpty())) {
            String id = whole.get().id();
            return only(pairs, CostRows.of(type, id, client.costMap(id).answer().document()));
        }
        if (filtered.isPresent()) {
            String id = filtered.get().id();
            return CostRows.of(
                    type,
                    id,
                    client.filteredCostMap(id, List.of(type), map -> pairs, List.of())
                            .answer()
                            .document());
        }
        throw notOffered(isAll);
    }

    private static boolean isAddresses(List<String> texts) {
        return texts.stream().anyMatch(text -> Places.address(text).isPresent());
    }

    private Optional<Service> find(ServiceKind kind) {
        return directory.ofKind(kind).stream()
                .filter(service -> service.offers(type))
                .findFirst();
    }

    private CostRows byAddress(Service service) throws AltoException, WrongArgumentException, InterruptedException {
        Places places = new Places(client);
        EndpointPairs pairs = EndpointPairs.of(places.addresses(sources), places.addresses(destinations));
        return CostRows.of(
                type,
                service.id(),
                client.endpointCosts(service.id(), List.of(type), pairs, List.of())
                        .document());
    }

    private static CostRows only(PidPairs pairs, CostRows all) {
        List<CostRows.Row> kept = all.rows().stream()
                .filter(row -> pairs.sources().isEmpty() || pairs.sources().contains(row.from()))
                .filter(row ->
                        pairs.destinations().isEmpty() || pairs.destinations().contains(row.to()))
                .toList();
        return new CostRows(all.type(), all.service(), kept);
    }

    private AltoException notOffered(boolean isAll) {
        TreeSet<String> offered = new TreeSet<>();
        for (Service service : directory.all()) {
            for (CostType other : service.costTypes()) {
                if (!other.isPathVector()) {
                    offered.add(other.metric() + " (" + other.mode() + ")");
                }
            }
        }
        String what = type.metric() + " (" + type.mode() + ")";
        boolean isWithEnds = isAll && find(ServiceKind.ENDPOINT_COST).isPresent();
        return AltoException.notOffered(
                isWithEnds
                        ? "the server has costs " + what + " between addresses only: give --src and --dst"
                        : "the server has no costs " + what + ", but "
                                + (offered.isEmpty() ? "none" : String.join(", ", offered)));
    }
}
