// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.check;

import io.tcn.alto.client.AltoClient;
import io.tcn.alto.http.AltoTransport;
import io.tcn.alto.model.Address;
import java.util.ArrayList;
import java.util.List;

/// Asks a server and tells which rules of the ALTO standards it keeps, as far as that can be seen from outside.
public final class Conformance {
    /// Hears how the checks go.
    public interface Progress {
        /// A check begins; it may wait for the server, which streams do for many seconds.
        ///
        /// @param number of the check, from 1
        /// @param of how many there are
        void begins(String id, int number, int of);

        /// A check has ended.
        void ended(CheckResult result);
    }

    private Conformance() {}

    private static List<Check> checks() {
        List<Check> all = new ArrayList<>();
        all.addAll(DirectoryChecks.all());
        all.addAll(NetworkMapChecks.all());
        all.addAll(CostMapChecks.all());
        all.addAll(FilterChecks.all());
        all.addAll(EndpointChecks.all());
        all.addAll(PathVectorChecks.all());
        all.addAll(PathContentChecks.all());
        all.addAll(PropertyMapChecks.all());
        all.addAll(ErrorChecks.all());
        all.addAll(MultiCostChecks.all());
        all.addAll(StreamChecks.all());
        all.addAll(TypeChecks.all());
        return List.copyOf(all);
    }

    /// Ids of all checks, in their order.
    public static List<String> ids() {
        return checks().stream().map(Check::id).toList();
    }

    /// Runs all checks, one after the other.
    ///
    /// @param client of the server, for its directory
    /// @param transport says who we are
    /// @param stranger does not
    /// @param sources addresses to ask for; empty to take some out of the network map
    /// @param destinations likewise
    /// @param progress hears of each check as it begins and ends
    public static List<CheckResult> run(
            AltoClient client,
            AltoTransport transport,
            AltoTransport stranger,
            List<Address> sources,
            List<Address> destinations,
            Progress progress)
            throws InterruptedException {
        Subject subject = new Subject(client, transport, stranger, sources, destinations);
        List<CheckResult> results = new ArrayList<>();
        List<Check> all = checks();
        for (Check check : all) {
            progress.begins(check.id(), results.size() + 1, all.size());
            CheckResult result = check.on(subject);
            results.add(result);
            progress.ended(result);
        }
        return results;
    }
}
