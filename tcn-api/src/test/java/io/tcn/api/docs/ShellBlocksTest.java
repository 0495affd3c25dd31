// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.docs.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Every block for a shell says above itself who runs it, or why nobody does: `<!-- run by tools/first-day -->`,
/// `<!-- not run: needs Docker -->`. docs/first-day.md is run as a whole.
class ShellBlocksTest {
    private static final Pattern BLOCK = Pattern.compile("(?:<!-- (.*) -->\\n)?```(?:sh|bash|shell|console)\\n(.*)");
    private static final Pattern RUN = Pattern.compile("run by (\\S+)");
    private static final Pattern NOT_RUN = Pattern.compile("not run: \\S.*");

    private static List<Page> pages() throws IOException {
        List<Page> pages = new ArrayList<>(Page.all());
        pages.add(Page.of("CONTRIBUTING.md"));
        pages.add(Page.of("clients/python/README.md"));
        pages.removeIf(page -> page.file().endsWith(Path.of("docs", "first-day.md")));
        return pages;
    }

    @Test
    void everyBlockSaysWhoRunsItOrWhyNobodyDoes() throws IOException {
        List<String> wrong = new ArrayList<>();
        int run = 0;
        int notRun = 0;
        for (Page page : pages()) {
            Matcher block = BLOCK.matcher(page.text());
            while (block.find()) {
                String mark = block.group(1) == null ? "" : block.group(1);
                Matcher by = RUN.matcher(mark);
                if (by.matches() && runs(by.group(1), page)) {
                    run++;
                } else if (NOT_RUN.matcher(mark).matches()) {
                    notRun++;
                } else {
                    wrong.add(page.file() + ": \"" + block.group(2) + "\" has the mark \"" + mark + "\"");
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(run).isGreaterThan(5);
        assertThat(notRun).isLessThan(40);
    }

    /// Whether that tool or test reads the page and runs what is there: tools/first-day looks for marks in all.
    private static boolean runs(String who, Page page) throws IOException {
        return switch (who) {
            case "tools/first-day" -> Files.readString(Page.ROOT.resolve(who)).contains("run by tools/first-day");
            case "DocumentedCallsTest" -> page.file().endsWith(Path.of("docs", "native-api.md"));
            default -> false;
        };
    }
}
