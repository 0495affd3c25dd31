// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A page of the documents, as far as it tells readers to type something.
///
/// @param file of the page, from the folder of a module
public record Page(Path file, String text) {
    /// The folder of all modules, from that of one of them.
    public static final Path ROOT = Path.of("..");
    private static final Pattern SHELL = Pattern.compile("^```sh\\n(.*?)^```", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern INLINE = Pattern.compile("`(\\./tcn [^`]+)`");

    /// README.md, docker/README.md and all below docs.
    public static List<Page> all() throws IOException {
        List<Page> pages = new ArrayList<>();
        try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            for (Path file : Stream.concat(
                            Stream.of(
                                    ROOT.resolve("README.md"),
                                    ROOT.resolve("docker").resolve("README.md")),
                            docs.filter(path -> path.toString().endsWith(".md")).sorted())
                    .toList()) {
                pages.add(new Page(file, Files.readString(file)));
            }
        }
        return pages;
    }

    public static Page of(String name) throws IOException {
        Path file = ROOT.resolve(name);
        return new Page(file, Files.readString(file));
    }

    /// Blocks for a shell, each with its continued lines joined.
    public List<String> shellBlocks() {
        List<String> blocks = new ArrayList<>();
        Matcher found = SHELL.matcher(text);
        while (found.find()) {
            blocks.add(found.group(1).replaceAll("\\\\\\n\\s*", " "));
        }
        return blocks;
    }

    /// What calls the launcher: lines of blocks, and short ones in the text.
    public List<List<String>> launcherCalls() {
        List<String> lines = new ArrayList<>();
        shellBlocks().forEach(block -> lines.addAll(block.lines().toList()));
        Matcher inline = INLINE.matcher(text);
        while (inline.find()) {
            lines.add(inline.group(1));
        }
        List<List<String>> calls = new ArrayList<>();
        for (String line : lines) {
            for (String command : line.replaceAll("\\s#.*$", "").split("&&|;|\\|\\|? ")) {
                List<String> words = words(command.strip());
                int tcn = words.indexOf("./tcn");
                if (tcn >= 0) {
                    calls.add(words.subList(tcn + 1, words.size()));
                }
            }
        }
        return calls;
    }

    /// Words of a command; quotes hold blanks together.
    private static List<String> words(String command) {
        List<String> words = new ArrayList<>();
        Matcher word = Pattern.compile("(?:[^\\s'\"]|'[^']*'|\"[^\"]*\")+").matcher(command);
        while (word.find()) {
            words.add(word.group().replaceAll("^'|'$|^\"|\"$", ""));
        }
        return words;
    }
}
