// SPDX-License-Identifier: Apache-2.0
package io.tcn.api;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.springframework.boot.context.properties.ConfigurationProperties;

/// Who knows whom in the server, and between the modules.
@AnalyzeClasses(packages = "io.tcn", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule coreKnowsNoOtherModule = noClasses()
            .that()
            .resideInAPackage("io.tcn.core..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.tcn.alto..", "io.tcn.agent..", "io.tcn.sim..", "io.tcn.api..", "org.springframework..");

    @ArchTest
    static final ArchRule theAgentKnowsCoreOnly = noClasses()
            .that()
            .resideInAPackage("io.tcn.agent..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.tcn.alto..", "io.tcn.sim..", "io.tcn.api..", "org.springframework..");

    @ArchTest
    static final ArchRule nobodyKnowsTheServer = noClasses()
            .that()
            .resideInAnyPackage("io.tcn.alto..", "io.tcn.sim..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.tcn.agent..", "io.tcn.api..", "org.springframework..");

    @ArchTest
    static final ArchRule nobodyKnowsTheStudies = noClasses()
            .that()
            .resideOutsideOfPackage("io.tcn.study..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.tcn.study..")
            .because("the server's jar does not have them (ADR 35)");

    @ArchTest
    static final ArchRule noPackageCyclesInTheMaps =
            slices().matching("io.tcn.alto.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule noPackageCyclesInTheAgent =
            slices().matching("io.tcn.agent.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule noPackageCyclesInTheSimulator =
            slices().matching("io.tcn.sim.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule noCyclesAmongTheServersFeatures =
            slices().matching("io.tcn.api.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule norWithinThem =
            slices().matching("io.tcn.api.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule theFacesDoNotKnowEachOther = noClasses()
            .that()
            .resideInAPackage("io.tcn.api.fts..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.tcn.api.control..")
            .because("the FTS face and our own meet in api.runtime and api.store");

    @ArchTest
    static final ArchRule norTheOtherWayRound = noClasses()
            .that()
            .resideInAPackage("io.tcn.api.control..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.tcn.api.fts..");

    @ArchTest
    static final ArchRule storeAndSecurityKnowNoFaceAndNoWiring = noClasses()
            .that()
            .resideInAnyPackage("io.tcn.api.store..", "io.tcn.api.security..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.tcn.api", "io.tcn.api.fts..", "io.tcn.api.control..", "io.tcn.api.runtime..", "io.tcn.api.cli");

    @ArchTest
    static final ArchRule runtimeKnowsNoFace = noClasses()
            .that()
            .resideInAPackage("io.tcn.api.runtime..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.tcn.api", "io.tcn.api.fts..", "io.tcn.api.control..", "io.tcn.api.cli");

    @ArchTest
    static final ArchRule theNetworkKnowsNeitherFacesNorLoops = noClasses()
            .that()
            .resideInAPackage("io.tcn.api.network..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.tcn.api",
                    "io.tcn.api.fts..",
                    "io.tcn.api.control..",
                    "io.tcn.api.runtime..",
                    "io.tcn.api.store..",
                    "io.tcn.api.cli");

    @ArchTest
    static final ArchRule policyKnowsNoFace = noClasses()
            .that()
            .resideInAPackage("io.tcn.api.policy..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.tcn.api", "io.tcn.api.fts..", "io.tcn.api.control..", "io.tcn.api.cli");

    @ArchTest
    static final ArchRule runtimeMeetsPolicyThroughItsOwnInterfaces = noClasses()
            .that()
            .resideInAPackage("io.tcn.api.runtime..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.tcn.api.policy..");

    @ArchTest
    static final ArchRule storeDoesNotKnowPolicy = noClasses()
            .that()
            .resideInAPackage("io.tcn.api.store..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.tcn.api.policy..");

    @ArchTest
    static final ArchRule recordsOfSettingsAreFoundByTheirName = classes()
            .that()
            .areAnnotatedWith(ConfigurationProperties.class)
            .should()
            .haveSimpleNameEndingWith("Properties")
            .because("a start looks for settings that nobody reads, and reads these files only");

    @ArchTest
    static final ArchRule onlyTheCommandLineStartsSpring = noClasses()
            .that()
            .resideOutsideOfPackage("io.tcn.api.cli")
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("org.springframework.boot.SpringApplication");

    @ArchTest
    static final ArchRule nobodyKnowsTheCommandLine = noClasses()
            .that()
            .resideOutsideOfPackage("io.tcn.api.cli")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.tcn.api.cli");

    @ArchTest
    static final ArchRule databaseCodeStaysInTheStore = noClasses()
            .that()
            .resideOutsideOfPackage("io.tcn.api.store..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.sql", "jakarta.persistence..", "org.hibernate..", "org.springframework.jdbc..");

    @ArchTest
    static final ArchRule entitiesDoNotLeaveTheStore = classes()
            .that()
            .areAnnotatedWith("jakarta.persistence.Entity")
            .should()
            .bePackagePrivate();

    @ArchTest
    static final ArchRule theServersClockIsTheOnlyOneInTheLoopsAndFaces = noClasses()
            .that()
            .resideInAnyPackage("io.tcn.api.fts..", "io.tcn.api.control..", "io.tcn.api.store..", "io.tcn.api.policy..")
            .should()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(java.time.Instant.class, "now")
            .orShould()
            .callMethod(Thread.class, "sleep", long.class);
}
