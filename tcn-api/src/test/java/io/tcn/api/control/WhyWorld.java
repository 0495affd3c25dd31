// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tcn.agent.storage.StorageEvent;
import io.tcn.api.harness.Answer;
import io.tcn.api.harness.Client;
import io.tcn.api.harness.ClosedAfterEach;
import io.tcn.api.harness.LoggedStorage;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Transfers of which a test knows what holds them, and the rule by which their reasons are judged: the reason of each
/// must be the first of those that hold it now, no storage may hear of it while there is one, and it goes when there is
/// none. What holds them is put there by the test, or told by the storages and by other transfers, never by the answer
/// that is judged.
abstract class WhyWorld {
    static final int SMALL = 2_000;

    /// Five minutes at 400 kbit/s.
    static final int ENDLESS = 15_000_000;

    static final int CHANGES = 8;

    /// What is said of a transfer that nothing holds.
    static final Set<String> FREE =
            Set.of("STARTING", "OPTIMIZER", "PIPE_MAXIMUM", "PREPARING", "RUNNING", "VERIFYING", "FINISHED");

    /// A transfer that something holds.
    ///
    /// @param before what counts before drains and bans; empty if nothing does now
    /// @param after what counts after them
    /// @param last its state in the end
    record Waiter(
            long id, String user, String path, Supplier<Set<String>> before, Supplier<Set<String>> after, String last) {
        Waiter(long id, String user, String path, Supplier<Set<String>> after) {
            this(id, user, path, Set::of, after, "FINISHED");
        }
    }

    @TempDir
    Path folder = Path.of("");

    @RegisterExtension
    final ClosedAfterEach open = new ClosedAfterEach();

    final List<Waiter> waiters = new ArrayList<>();

    /// Transfers that copy until they are cancelled.
    final Set<Long> running = new HashSet<>();
    final Set<String> banned = new HashSet<>();
    boolean drained;

    /// What bans are of: one end of each transfer at least is there.
    String storage = "http://127.0.0.1";

    @AfterEach
    void forgetAll() {
        waiters.clear();
        running.clear();
        banned.clear();
        drained = false;
        storage = "http://127.0.0.1";
    }

    <T extends AutoCloseable> T opened(T one) {
        return open.add(one);
    }

    // --- the rule

    Set<String> expected(Waiter waiter) {
        Set<String> first = waiter.before().get();
        if (!first.isEmpty()) {
            return first;
        }
        if (drained) {
            return Set.of("DRAINED");
        }
        if (banned.contains(waiter.user())) {
            return Set.of("BANNED");
        }
        Set<String> own = waiter.after().get();
        return own.isEmpty() ? FREE : own;
    }

    void eachHasItsOneReason(Client demo, List<LoggedStorage> storages, String when) {
        List<Waiter> free;
        do {
            for (Waiter waiter : waiters) {
                await().alias("transfer " + waiter.id() + " to " + waiter.path() + ", " + when)
                        .atMost(Duration.ofSeconds(60))
                        .pollInterval(Duration.ofMillis(100))
                        .untilAsserted(() -> {
                            JsonNode cause = why(demo, waiter.id());
                            assertThat(expected(waiter))
                                    .as(cause.toString())
                                    .contains(cause.path("code").asString(""));
                        });
            }
            // What nothing holds is over before anything else changes; others may come after it.
            free = waiters.stream()
                    .filter(waiter -> expected(waiter).equals(FREE))
                    .toList();
            free.forEach(waiter -> isOver(demo, waiter));
            waiters.removeAll(free);
        } while (!free.isEmpty());
        for (Waiter waiter : waiters) {
            assertThat(heardOf(storages, waiter))
                    .as(waiter.path() + ", " + when)
                    .isEmpty();
        }
        // Agents are looked for again every few seconds, and for that moment nothing is in the way.
        await().alias("the list, " + when)
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(100))
                .untilAsserted(() -> theListSaysTheSame(demo));
    }

    void theListSaysTheSame(Client demo) {
        for (JsonNode row :
                demo.get("/tcn/v1/transfers?state=queued&limit=1000").json()) {
            for (Waiter waiter : waiters) {
                if (waiter.id() == row.path("id").longValue()) {
                    assertThat(expected(waiter))
                            .as(waiter.path())
                            .contains(row.path("waitsFor").asString(""));
                }
            }
        }
    }

    static JsonNode why(Client client, long transfer) {
        Answer answer = client.get("/tcn/v1/transfers/" + transfer + "/why");
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer.json();
    }

    static List<StorageEvent> heardOf(List<LoggedStorage> storages, Waiter waiter) {
        return storages.stream()
                .flatMap(storage -> storage.events().stream())
                .filter(event -> event.kind() == StorageEvent.Kind.WRITING
                        && event.path().equals(waiter.path()))
                .toList();
    }

    /// Drains and bans that come and go, and the check after each; all are gone in the end.
    void changes(Client demo, Random random, List<LoggedStorage> storages, long seed) {
        for (int change = 0; change < CHANGES; change++) {
            int which = random.nextInt(3);
            String what = which == 0 ? drain(demo) : ban(demo, which == 1 ? "demo" : "cms");
            eachHasItsOneReason(demo, storages, "seed " + seed + ", change " + change + ": " + what);
        }
        if (drained) {
            drain(demo);
        }
        for (String user : List.copyOf(banned)) {
            ban(demo, user);
        }
        eachHasItsOneReason(demo, storages, "seed " + seed + ", without drain and bans");
    }

    String drain(Client demo) {
        drained = !drained;
        Answer answer = demo.put("/tcn/v1/drain", "{\"drained\": " + drained + "}");
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return "drained " + drained;
    }

    /// Bans the storage that all transfers of the world use, for a user, or lets it go.
    String ban(Client demo, String user) {
        boolean ban = banned.add(user);
        if (!ban) {
            banned.remove(user);
        }
        Answer answer = ban
                ? demo.put(
                        "/tcn/v1/bans/storages",
                        "{\"storage\": \"" + storage + "\", \"user\": \"" + user + "\", \"status\": \"WAIT\"}")
                : demo.delete("/tcn/v1/bans/storages?storage=" + storage + "&user=" + user);
        assertThat(answer.status()).as(answer.body()).isIn(200, 204);
        return (ban ? "ban of " : "no ban of ") + user;
    }

    void allEndAsTheyShould(Client demo) {
        waiters.forEach(waiter -> isOver(demo, waiter));
    }

    static void isOver(Client demo, Waiter waiter) {
        await().alias(waiter.path() + " is " + waiter.last())
                .atMost(Duration.ofMinutes(2))
                .until(() -> why(demo, waiter.id()).path("state").asString("").equals(waiter.last()));
    }

    // --- transfers

    static String file(LoggedStorage from, LoggedStorage to, String path, int bytes, String more) throws IOException {
        return "{\"source\": \"" + from.put(path, bytes) + "\", \"destination\": \"" + to.url(path) + "\"" + more + "}";
    }

    static long id(Answer added, int index) {
        assertThat(added.status()).as(added.body()).isEqualTo(201);
        return added.json().at("/transfers/" + index + "/id").longValue();
    }

    static long add(Client client, String file) {
        return id(client.post("/tcn/v1/transfers", "{\"transfers\": [" + file + "]}"), 0);
    }

    /// One that copies until it is cancelled.
    long runs(Client demo, long id) {
        await().alias("the runner " + id)
                .atMost(Duration.ofSeconds(60))
                .until(() -> why(demo, id).path("code").asString("").equals("RUNNING"));
        running.add(id);
        return id;
    }

    Supplier<Set<String>> whileRuns(long runner, String... codes) {
        return () -> running.contains(runner) ? Set.of(codes) : Set.of();
    }

    void cancel(Client demo, long runner) {
        assertThat(demo.delete("/tcn/v1/transfers/" + runner).status()).isEqualTo(200);
        await().atMost(Duration.ofSeconds(30))
                .until(() -> why(demo, runner).path("code").asString("").equals("CANCELED"));
        running.remove(runner);
    }
}
