// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.cli.command.ChangeCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/// Why something is changed goes with the change, and is shown by `audit`.
class ReasonTest extends CliTest {
    @Test
    void theReasonGoesWithTheChangeAndNotWithWhatIsLookedAtBefore() {
        answer("GET /pipes/p", 200, "{\"id\": \"p\", \"maxConnections\": 8, \"version\": \"p1\"}");
        answer("PATCH /pipes/p?reason=new%20switch", 200, "{\"id\": \"p\", \"maxConnections\": 16}");
        assertThat(run("pipe", "change", "p", "--max", "16", "--reason", "new switch"))
                .as(() -> err)
                .isZero();
        assertThat(requests).hasSize(2);

        answer("DELETE /rc?user=cms&resourceSet=core&reason=Gr%C3%B6%C3%9Fe", 204, "");
        assertThat(run("rc", "remove", "--user", "cms", "--set", "core", "--reason", "Größe"))
                .as(() -> err)
                .isZero();
    }

    @Test
    void whatIfIsAskedWithoutIt() throws IOException {
        Files.writeString(folder.resolve("c.yaml"), "users: []\n");
        answer(
                "PUT /configuration?dryRun=true&remove=false&reason=why",
                200,
                "{\"changes\": [{\"what\": \"pipe\", \"name\": \"p\", \"change\": \"ADD\", \"after\": {}}],"
                        + " \"version\": \"v\"}");
        answer("POST /what-if", 404, "{}");
        assertThat(run("apply", "c.yaml", "--dry-run", "--reason", "why"))
                .as(() -> err)
                .isZero();
        assertThat(requests.getLast()).startsWith("POST /what-if ");
    }

    @Test
    void theAuditShowsWhatDiffersAndWhy() {
        String entry = "{\"number\": %d, \"at\": \"2026-12-01T00:00:00Z\", \"dn\": \"/CN=A\", \"action\": \"%s\","
                + " \"config\": \"in words\", \"reason\": %s, \"before\": %s, \"after\": %s}";
        answer(
                "GET /audit",
                200,
                "["
                        + String.join(
                                ",",
                                entry.formatted(
                                        3,
                                        "set-rc",
                                        "\"conference\"",
                                        "{\"user\": \"cms\", \"resourceSet\": \"core\", \"boundShare\": 0.3}",
                                        "{\"user\": \"cms\", \"resourceSet\": \"core\", \"boundShare\": 0.4}"),
                                entry.formatted(
                                        2,
                                        "ban-se",
                                        "null",
                                        "{\"storage\": \"davs://a\", \"status\": \"WAIT\", \"since\": \"x\"}",
                                        "{\"storage\": \"davs://a\", \"status\": \"CANCEL\", \"since\": \"y\"}"),
                                entry.formatted(1, "create-user", "null", "null", "{\"id\": \"cms\"}"))
                        + "]");
        assertThat(run("audit")).as(() -> err).isZero();
        assertThat(out.lines().toList().get(1))
                .contains("cms on core: boundShare: 30 % -> 40 %")
                .endsWith("conference");
        assertThat(out.lines().toList().get(2))
                .contains("davs://a: status: WAIT -> CANCEL")
                .doesNotContain("since");
        assertThat(out.lines().toList().get(3)).contains("in words");

        assertThat(run("audit", "--json")).isZero();
        assertThat(out).contains("\"before\"", "\"boundShare\"");
    }

    @Test
    void allCommandsThatChangeWhatIsAuditedTakeAReason() {
        Set<String> with = new TreeSet<>();
        collect(TcnCli.line(surroundings(), new String[0]), with);
        assertThat(with)
                .containsExactly(
                        "tcn apply",
                        "tcn ban person",
                        "tcn ban remove",
                        "tcn ban storage",
                        "tcn cluster handover",
                        "tcn drain off",
                        "tcn drain on",
                        "tcn endpoint limit",
                        "tcn endpoint unlimit",
                        "tcn group cancel",
                        "tcn group change",
                        "tcn job cancel",
                        "tcn pipe add",
                        "tcn pipe change",
                        "tcn pipe remove",
                        "tcn rc remove",
                        "tcn rc set",
                        "tcn set add",
                        "tcn set remove",
                        "tcn transfer cancel",
                        "tcn user add",
                        "tcn user remove");
    }

    private static void collect(CommandLine line, Set<String> with) {
        if (line.getCommandSpec().userObject() instanceof ChangeCommand) {
            with.add(line.getCommandSpec().qualifiedName());
        }
        line.getSubcommands().values().forEach(sub -> collect(sub, with));
    }
}
