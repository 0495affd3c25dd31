// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.tcn.bench", importOptions = ImportOption.DoNotIncludeTests.class)
class RulesTest {
    @ArchTest
    static final ArchRule noPackageCycles =
            slices().matching("io.tcn.bench.(**)").should().beFreeOfCycles();

    /// It starts the server from its jar.
    @ArchTest
    static final ArchRule theServerIsNotKnown = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.tcn.api..", "io.tcn.cli..", "org.springframework..");
}
