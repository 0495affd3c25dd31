// SPDX-License-Identifier: Apache-2.0
package io.tcn.study;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/// Studies know the simulator and what it runs, core; nobody but the benchmarks knows them.
@AnalyzeClasses(packages = "io.tcn", importOptions = ImportOption.DoNotIncludeTests.class)
class RulesTest {
    @ArchTest
    static final ArchRule noPackageCycles =
            slices().matching("io.tcn.study.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule onlyTheSimulatorAndCoreAreKnown = noClasses()
            .that()
            .resideInAPackage("io.tcn.study..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.tcn.alto..",
                    "io.tcn.agent..",
                    "io.tcn.api..",
                    "io.tcn.bench..",
                    "io.tcn.cli..",
                    "org.springframework..");

    @ArchTest
    static final ArchRule theSimulatorDoesNotKnowThem = noClasses()
            .that()
            .resideOutsideOfPackage("io.tcn.study..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.tcn.study..");
}
