// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A scenario in a file, as users write them.
record ScenarioFile(Path path) {
    /// A file in a folder.
    static ScenarioFile in(Path folder, String content) throws IOException {
        Path path = folder.resolve("s.json");
        Files.writeString(path, content);
        return new ScenarioFile(path);
    }

    /// Two sites with a link of 100 Gbit/s and a pipe `p` between them.
    ///
    /// @param transfers the list without its brackets
    /// @param settings the object
    static ScenarioFile ofTwoSites(Path folder, String transfers, String settings) throws IOException {
        return in(folder, """
                {"schema": 2, "name": "two sites",
                 "topology": {"inline": {
                   "nodes": [{"id": "a", "type": "site"}, {"id": "b", "type": "site"}],
                   "links": [{"id": "l", "a": "a", "b": "b", "capacityGbps": 100}]}},
                 "pipes": [{"id": "p", "src": "a", "dst": "b", "user": "u"}],
                 "transfers": [%s],
                 "settings": %s}
                """.formatted(transfers, settings));
    }

    Scenario read() throws InvalidScenarioException {
        return new ScenarioReader().read(path.toString(), null);
    }

    /// What is said against it.
    String complaints() {
        InvalidScenarioException refused = catchThrowableOfType(InvalidScenarioException.class, this::read);
        assertThat(refused).as("the scenario should be refused").isNotNull();
        return String.valueOf(refused.getMessage());
    }
}
