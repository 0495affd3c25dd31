// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/// An optimizer from outside, as docs/extending.md tells it: its class is compiled from that page.
class OutsideOptimizerTest {
    private static final Path PAGE = Path.of("..", "docs", "extending.md");
    private static final Pattern CLASS = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    @TempDir
    private Path folder;

    private final ClassLoader before = Thread.currentThread().getContextClassLoader();
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @AfterEach
    void forget() {
        Thread.currentThread().setContextClassLoader(before);
    }

    private int replay(String... arguments) {
        return new CommandLine(new ReplayCommand())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }

    private static String source() throws IOException {
        Matcher found = CLASS.matcher(Files.readString(PAGE));
        assertThat(found.find()).isTrue();
        return found.group(1);
    }

    /// @param source of the class `mine.Doubling`
    private void compile(String source) throws IOException {
        Path file = folder.resolve("Doubling.java");
        Files.writeString(file, source);
        int code = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-proc:none",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-d",
                        folder.toString(),
                        file.toString());
        assertThat(code).isZero();
    }

    private void name(String className) throws IOException {
        Path services = folder.resolve("META-INF/services");
        Files.createDirectories(services);
        Files.writeString(services.resolve("io.tcn.core.optimizer.OptimizerProvider"), className + "\n");
    }

    @Test
    void theOneOfThePageIsReplayedBesideTcnAndTheSameSeedGivesTheSame() throws Exception {
        compile(source());
        name("mine.Doubling");
        OptimizerPath.use(folder.toString());

        assertThat(replay("--list")).isZero();
        assertThat(out.toString()).contains("doubling", "tcn-zero");
        for (String where : new String[] {"first", "second"}) {
            Path results = folder.resolve(where);
            int code =
                    replay("paper-2", "--optimizers", "tcn,doubling", "--horizon", "300", "--out", results.toString());
            assertThat(code).as(err.toString()).isZero();
        }
        assertThat(folder.resolve("first/summary.csv")).content().contains("doubling");
        assertThat(folder.resolve("first/intervals.csv"))
                .hasSameBinaryContentAs(folder.resolve("second/intervals.csv"));
    }

    @Test
    void aNameThatIsTakenIsRefused() throws Exception {
        compile(source().replace("\"doubling\"", "\"tcn\""));
        name("mine.Doubling");
        OptimizerPath.use(folder.toString());

        assertThat(replay("paper-2", "--optimizers", "tcn")).isEqualTo(2);
        assertThat(err.toString()).contains("mine.Doubling", "is named tcn");
    }

    @Test
    void aNameThatNobodyCouldWriteIsRefused() throws Exception {
        compile(source().replace("\"doubling\"", "\"My own, best\""));
        name("mine.Doubling");
        OptimizerPath.use(folder.toString());

        assertThat(replay("--list")).isEqualTo(2);
        assertThat(err.toString()).contains("small letters, digits");
    }

    @Test
    void aClassThatIsNotThereIsToldInASentence() throws Exception {
        name("mine.Missing");
        OptimizerPath.use(folder.toString());

        assertThat(replay("--list")).isEqualTo(2);
        assertThat(err.toString()).contains("cannot be loaded", "mine.Missing");
    }

    @Test
    void aPathThatIsNotThereIsRefused() {
        String missing = folder.resolve("nowhere") + File.pathSeparator + folder;
        assertThatThrownBy(() -> OptimizerPath.use(missing))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("nowhere");
    }
}
