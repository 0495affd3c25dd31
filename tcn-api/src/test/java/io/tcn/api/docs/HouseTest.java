// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.docs.Page;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The walks of docs/house.md have as many classes as they say. That the classes are there is for
/// [DocumentedClassesTest].
class HouseTest {
    private static final Pattern COUNT = Pattern.compile("^Now: (\\d+) classes", Pattern.MULTILINE);
    private static final Pattern STEP = Pattern.compile("^(?:\\d\\.|   ) (.*)$", Pattern.MULTILINE);
    private static final Pattern CLASS = Pattern.compile("`([A-Z]\\w+)`");

    @Test
    void walksHaveAsManyClassesAsTheySay() throws IOException {
        String walks =
                Page.of("docs/house.md").text().split("\n## Three walks\n")[1].split("\n## ")[0];
        List<String> wrong = new ArrayList<>();
        int found = 0;
        for (String walk : walks.split("\n### ")) {
            Matcher count = COUNT.matcher(walk);
            if (!count.find()) {
                continue;
            }
            found++;
            Set<String> classes = new TreeSet<>();
            Matcher step = STEP.matcher(walk);
            while (step.find()) {
                Matcher name = CLASS.matcher(step.group(1));
                while (name.find()) {
                    classes.add(name.group(1));
                }
            }
            if (classes.size() != Integer.parseInt(count.group(1))) {
                wrong.add(walk.lines().findFirst().orElse("") + ": " + classes.size() + " " + classes);
            }
        }
        assertThat(found).isEqualTo(3);
        assertThat(wrong).isEmpty();
    }
}
