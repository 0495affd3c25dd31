// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;

/// The command line stands alone: it knows a server by its interface only.
@AnalyzeClasses(packages = "io.tcn.cli", importOptions = ImportOption.DoNotIncludeTests.class)
class RulesTest {
    @ArchTest
    static final ArchRule KNOWS_NO_OTHER_MODULE = ArchRuleDefinition.noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.tcn.core..",
                    "io.tcn.alto..",
                    "io.tcn.agent..",
                    "io.tcn.api..",
                    "io.tcn.sim..",
                    "org.springframework..");

    @ArchTest
    static final ArchRule NO_CYCLES =
            slices().matching("io.tcn.cli.(*)..").should().beFreeOfCycles();
}
