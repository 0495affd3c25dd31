// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.look;

import io.tcn.cli.env.Trouble;
import io.tcn.cli.http.Api;
import io.tcn.cli.http.Route;
import io.tcn.cli.http.Row;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/// All pipes as `top` needs them: sums for each user, and the busiest ones. Page by page: what is neither is forgotten.
final class TopPipes {
    private static final Comparator<Row> BUSIEST_FIRST = Comparator.comparingDouble(
                    (Row row) -> -row.number("throughputBps"))
            .thenComparingDouble(row -> -row.number("queuedTransfers"))
            .thenComparing(row -> row.text("id"));

    private final int most;
    private final Sum all = new Sum();
    private final Map<String, Sum> users = new TreeMap<>();
    private List<Row> busiest = new ArrayList<>();

    private TopPipes(int most) {
        this.most = Math.max(0, most);
    }

    /// @param most how many of the busiest are kept
    static TopPipes of(Api api, int most) throws Trouble {
        TopPipes pipes = new TopPipes(most);
        Api.Page page = api.page(Route.of("pipes"));
        pipes.add(page.rows());
        while (page.next().isPresent()) {
            page = api.page(page.next().get());
            pipes.add(page.rows());
        }
        return pipes;
    }

    /// Before anything was asked.
    static TopPipes none() {
        return new TopPipes(0);
    }

    private void add(JsonNode page) {
        for (Row pipe : Row.all(page)) {
            all.add(pipe);
            users.computeIfAbsent(pipe.text("user"), _ -> new Sum()).add(pipe);
            busiest.add(pipe);
        }
        busiest.sort(BUSIEST_FIRST);
        busiest = new ArrayList<>(busiest.subList(0, Math.min(most, busiest.size())));
    }

    Sum all() {
        return all;
    }

    Map<String, Sum> users() {
        return users;
    }

    /// The busiest first.
    List<Row> busiest() {
        return busiest;
    }

    /// What several pipes do together.
    static final class Sum {
        private int pipes;
        private long connections;
        private long active;
        private long queued;
        private double bps;

        private void add(Row pipe) {
            pipes++;
            connections += (long) pipe.number("connections");
            active += (long) pipe.number("activeTransfers");
            queued += (long) pipe.number("queuedTransfers");
            bps += pipe.number("throughputBps");
        }

        int pipes() {
            return pipes;
        }

        long connections() {
            return connections;
        }

        long active() {
            return active;
        }

        long queued() {
            return queued;
        }

        double bps() {
            return bps;
        }
    }
}
