// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.page;

import io.tcn.api.page.Lines.PipeLine;
import io.tcn.api.page.Lines.ResourceLine;
import io.tcn.api.runtime.PipeSums;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The tables that several pages show.
final class Tables {
    private static final double FULL = 0.9;
    private static final double BUSY = 0.6;

    private Tables() {}

    static Table<PipeLine> pipes(String title, Collection<PipeLine> lines) {
        return Table.of(
                "pipes",
                title,
                lines,
                List.of(
                        Column.<PipeLine>of(
                                        "pipe",
                                        "Pipe",
                                        Unit.TEXT,
                                        line -> line.pipe().id().value())
                                .to(line -> Urls.pipe(line.pipe().id())),
                        Column.<PipeLine>of(
                                        "user",
                                        "User",
                                        Unit.TEXT,
                                        line -> line.pipe().user().value())
                                .to(line -> Urls.user(line.pipe().user())),
                        Column.<PipeLine>of("n", "n", Unit.COUNT, PipeLine::connections),
                        Column.<PipeLine>of(
                                "open",
                                "Open",
                                Unit.COUNT,
                                line -> line.activity().activeConnections()),
                        Column.<PipeLine>of("throughput", "Throughput", Unit.BPS, PipeLine::throughputBps),
                        Column.<PipeLine>of(
                                "running",
                                "Running",
                                Unit.COUNT,
                                line -> line.activity().activeTransfers()),
                        Column.<PipeLine>of(
                                "queued",
                                "Queued",
                                Unit.COUNT,
                                line -> line.activity().readyTransfers()),
                        Column.<PipeLine>of("failed", "Failed lately", Unit.COUNT, PipeLine::failedLately)
                                .toned(line -> line.failedLately() > 0 ? "bad" : ""),
                        Column.<PipeLine>of("reason", "Why n is so", Unit.TEXT, PipeLine::reason)));
    }

    static Table<PipeSums> users(Collection<PipeSums> sums) {
        return sums("users", "By user", "User", sums, Urls::user);
    }

    private static Table<PipeSums> sums(
            String id,
            String title,
            String name,
            Collection<PipeSums> sums,
            java.util.function.Function<String, @Nullable String> link) {
        return Table.of(
                id,
                title,
                sums,
                List.of(
                        Column.<PipeSums>of("name", name, Unit.TEXT, one -> one.name())
                                .to(one -> link.apply(one.name())),
                        Column.<PipeSums>of("throughput", "Throughput", Unit.BPS, one -> one.throughputBps()),
                        Column.<PipeSums>of("running", "Running", Unit.COUNT, one -> one.running()),
                        Column.<PipeSums>of("queued", "Queued", Unit.COUNT, one -> one.queued()),
                        Column.<PipeSums>of("waiting", "Waiting", Unit.COUNT, one -> one.waiting()),
                        Column.<PipeSums>of("failed", "Failed lately", Unit.COUNT, one -> one.failedLately())
                                .toned(one -> one.failedLately() > 0 ? "bad" : ""),
                        Column.<PipeSums>of("pipes", "Pipes", Unit.COUNT, one -> one.pipes())));
    }

    static Table<PipeSums> endpoints(Collection<PipeSums> sums) {
        return Table.of(
                "endpoints",
                "By storage",
                sums,
                List.of(
                        Column.<PipeSums>of("name", "Storage", Unit.TEXT, one -> one.name())
                                .to(one -> Urls.of(Urls.ROOT + "/pipes", Map.of("endpoint", one.name()))),
                        Column.<PipeSums>of("out", "Reads", Unit.BPS, one -> one.readBps()),
                        Column.<PipeSums>of("in", "Writes", Unit.BPS, one -> one.writtenBps()),
                        Column.<PipeSums>of("running", "Running", Unit.COUNT, one -> one.running()),
                        Column.<PipeSums>of("queued", "Queued", Unit.COUNT, one -> one.queued()),
                        Column.<PipeSums>of("failed", "Failed lately", Unit.COUNT, one -> one.failedLately())
                                .toned(one -> one.failedLately() > 0 ? "bad" : ""),
                        Column.<PipeSums>of("pipes", "Pipes", Unit.COUNT, one -> one.pipes())));
    }

    static Table<ResourceLine> resources(String title, Collection<ResourceLine> lines) {
        return Table.of(
                "resources",
                title,
                lines,
                List.of(
                        Column.<ResourceLine>of("resource", "Resource", Unit.TEXT, ResourceLine::name)
                                .to(line -> Urls.resource(line.resource().id())),
                        Column.<ResourceLine>of(
                                "kind",
                                "Kind",
                                Unit.TEXT,
                                line -> line.resource().kind().text()),
                        Column.<ResourceLine>of("used", "Used", Unit.BPS, ResourceLine::usedBps),
                        Column.<ResourceLine>of(
                                "capacity",
                                "Capacity",
                                Unit.BPS,
                                line -> line.resource().capacityBps()),
                        Column.<ResourceLine>of("share", "Full", Unit.SHARE, ResourceLine::share)
                                .toned(line -> tone(line.share())),
                        Column.<ResourceLine>of("pipes", "Your pipes", Unit.COUNT, ResourceLine::pipes),
                        Column.<ResourceLine>of("users", "Users", Unit.TEXT, line -> String.join(" ", line.users()))));
    }

    static String tone(@Nullable Double share) {
        return share == null ? "" : share >= FULL ? "bad" : share >= BUSY ? "warn" : "good";
    }
}
