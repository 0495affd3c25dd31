// SPDX-License-Identifier: Apache-2.0
package io.tcn.core;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.optimizer.fts.FtsOptimizerSettings;
import io.tcn.core.state.PipeActivity;

@AnalyzeClasses(packages = "io.tcn.core", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule coreDependsOnNoFramework = classes()
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "io.tcn.core..",
                    "java.lang..",
                    "java.util..",
                    "java.time..",
                    "java.math..",
                    "java.net", // URI only, see below
                    "java.nio.charset",
                    "org.jgrapht..",
                    "org.apache.commons.math3..",
                    "org.slf4j..",
                    "org.jspecify..")
            .because("core is the control plane without I/O (ADR 0002)");

    @ArchTest
    static final ArchRule coreKnowsUrisButNoSockets =
            noClasses().should().dependOnClassesThat().haveNameMatching("java\\.net\\.(?!URI(SyntaxException)?$).*");

    @ArchTest
    static final ArchRule timeAndChanceComeFromPorts = noClasses()
            .should()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(java.time.Instant.class, "now")
            .orShould()
            .callMethod(Math.class, "random")
            .orShould()
            .callMethod(Thread.class, "sleep", long.class)
            .orShould()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.util.concurrent.ThreadLocalRandom");

    @ArchTest
    static final ArchRule noPackageCycles =
            slices().matching("io.tcn.core.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule modelStandsAlone = noClasses()
            .that()
            .resideInAPackage("io.tcn.core.model")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.tcn.core.(port|state|dispatch|control|optimizer|utility|throughput)..");

    @ArchTest
    static final ArchRule innerPackagesDoNotKnowTheLoops = noClasses()
            .that()
            .resideInAnyPackage(
                    "io.tcn.core.port",
                    "io.tcn.core.throughput",
                    "io.tcn.core.utility",
                    "io.tcn.core.optimizer..",
                    "io.tcn.core.state")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.tcn.core.control", "io.tcn.core.dispatch");

    @ArchTest
    static final ArchRule controlDoesNotKnowDispatch = noClasses()
            .that()
            .resideInAPackage("io.tcn.core.control")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.tcn.core.dispatch");

    @ArchTest
    static final ArchRule dispatchDoesNotKnowControl = noClasses()
            .that()
            .resideInAPackage("io.tcn.core.dispatch")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.tcn.core.control");

    /// Many numbers in a row are told by name.
    @ArchTest
    static final ArchRule longRecordsAreMadeByTheirBuilders = noClasses()
            .that()
            .haveSimpleNameNotEndingWith("Builder")
            .should()
            .callConstructorWhere(target(owner(equivalentTo(PipeObservation.class)
                    .or(equivalentTo(PipeActivity.class))
                    .or(equivalentTo(FtsOptimizerSettings.class)))));
}
