// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.codec;

import static io.tcn.alto.codec.Fixtures.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.alto.codec.Fixtures.Message;
import io.tcn.alto.model.Address;
import io.tcn.alto.model.Fault;
import io.tcn.alto.model.InvalidReason;
import io.tcn.alto.model.PathVectorDocument;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// What is read though it is not as the RFCs say.
class PathVectorLeniencyTest {
    private static final Message GOOD = Fixtures.message("pv-endpoints.http");
    private static final PathVectorParser<Address> PARSER = PathVectorParser.endpoints(false);
    private static final String TYPE = "application/alto-endpointcost+json";

    private static PathVectorDocument<Address> parse(Message message) throws Exception {
        return PARSER.parse(message.contentType(), message.body());
    }

    private static Arguments body(String what, UnaryOperator<String> change) {
        return Arguments.of(what, GOOD.withText(change.apply(GOOD.text())));
    }

    private static Arguments header(String what, String contentType) {
        return Arguments.of(what, new Message(contentType, GOOD.body()));
    }

    /// A change that changes nothing would make its case worthless.
    private static String changed(String text, String from, String to) {
        assertThat(text).contains(from);
        return text.replace(from, to);
    }

    static Stream<Arguments> leniencies() {
        String root = "Content-ID: <pv@alto.tcn.example>";
        return Stream.of(
                body("LF alone", text -> changed(text, "\r\n", "\n")),
                body("mixed ends", text -> changed(text, "}\r\n--", "}\n--")),
                body("mixed ends of header lines", text -> changed(text, "example>\r\n", "example>\n")),
                body("last delimiter without hyphens", text -> changed(text, "--tcn-7f3a--", "--tcn-7f3a")),
                body(
                        "last delimiter without hyphens, LF",
                        text -> changed(changed(text, "--tcn-7f3a--", "--tcn-7f3a"), "\r\n", "\n")),
                body("no last delimiter", text -> changed(text, "--tcn-7f3a--\r\n", "")),
                body("no last delimiter, LF", text -> changed(changed(text, "--tcn-7f3a--\r\n", ""), "\r\n", "\n")),
                body("no last delimiter nor line end", text -> changed(text, "\r\n--tcn-7f3a--\r\n", "")),
                body("no line end at the end", text -> changed(text, "--tcn-7f3a--\r\n", "--tcn-7f3a--")),
                body("spaces behind delimiters", text -> changed(text, "--tcn-7f3a\r\n", "--tcn-7f3a \t\r\n")),
                body("spaces behind the last delimiter", text -> changed(text, "--tcn-7f3a--", "--tcn-7f3a--  ")),
                body(
                        "folded header",
                        text -> changed(text, "Content-Type: application", "Content-Type:\r\n application")),
                body(
                        "header names in lower case",
                        text -> changed(changed(text, "Content-Type:", "content-type:"), "Content-ID:", "content-id:")),
                body("header names in upper case", text -> changed(text, "Content-Type:", "CONTENT-TYPE:")),
                body("part type with a charset", text -> changed(text, "+json\r\n", "+json; charset=utf-8\r\n")),
                body("part type with a semicolon", text -> changed(text, "+json\r\n", "+json;\r\n")),
                body("part type in capitals", text -> changed(text, "application/alto", "Application/ALTO")),
                body("content id without brackets", text -> changed(text, root, "Content-ID: pv@alto.tcn.example")),
                body("content id without domain", text -> changed(text, root, "Content-ID: <pv>")),
                body("content id with a port", text -> changed(text, root, "Content-ID: <pv@127.0.0.1:8000>")),
                body("no content id", text -> changed(text, root + "\r\n", "")),
                body("blank lines first", text -> "\r\n\r\n" + text),
                body("a preamble", text -> "This is a message of several parts.\r\n--other\r\n" + text),
                body("an epilogue", text -> text + "--tcn-7f3a\r\nthat's all\r\n"),
                body(
                        "transfer encoding 8bit",
                        text -> changed(text, root, root + "\r\nContent-Transfer-Encoding: 8BIT")),
                body(
                        "transfer encoding binary",
                        text -> changed(text, root, root + "\r\nContent-Transfer-Encoding: binary")),
                body(
                        "transfer encoding 7bit",
                        text -> changed(text, root, root + "\r\nContent-Transfer-Encoding: 7bit")),
                body("property map first", PathVectorLeniencyTest::swapped),
                header("type without quotes", "multipart/related; boundary=tcn-7f3a; type=" + TYPE),
                header("type in quotes", "multipart/related; boundary=tcn-7f3a; type=\"" + TYPE + "\""),
                header("no type", "multipart/related; boundary=tcn-7f3a"),
                header("semicolon at the end", "multipart/related; boundary=tcn-7f3a; type=" + TYPE + ";"),
                header("boundary in quotes", "multipart/related; type=" + TYPE + "; boundary=\"tcn-7f3a\""),
                header("other parameters", "multipart/related;charset=utf-8;boundary=tcn-7f3a;x;y=;type=" + TYPE),
                header("capitals", "Multipart/Related; BOUNDARY=tcn-7f3a; Type=\"Application/ALTO-endpointcost+json\""),
                header("start without brackets", "multipart/related; boundary=tcn-7f3a; start=pv"),
                header("start of nothing", "multipart/related; boundary=tcn-7f3a; start=\"<x@y>\""));
    }

    private static String swapped(String text) {
        String delimiter = "--tcn-7f3a\r\n";
        String[] pieces = text.split(delimiter, -1); // "", root, property map with the last delimiter
        String last = "--tcn-7f3a--\r\n";
        return delimiter + pieces[2].replace(last, "") + delimiter + pieces[1] + last;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("leniencies")
    void v13ALeniencyChangesNothing(String what, Message message) throws Exception {
        PathVectorDocument<Address> document = parse(message);

        assertThat(document.paths()).isEqualTo(parse(GOOD).paths());
        assertThat(document.anes()).isEqualTo(parse(GOOD).anes());
        assertThat(document.faults().counts()).isEmpty();
    }

    @Test
    void v13OtherTransferEncodingsRefuseTheMessage() {
        assertRefused(
                InvalidReason.MULTIPART,
                () -> parse(GOOD.withText(changed(
                        GOOD.text(), "Content-ID: <pv", "Content-Transfer-Encoding: base64\r\nContent-ID: <pv"))));
    }

    @Test
    void v13ABoundaryCountsOnlyAtTheStartOfALine() throws Exception {
        String odd = GOOD.text().replace("\"anes.ane:cern-ams\"", "\"anes.ane:cern--tcn-7f3a\"");

        var id = Objects.requireNonNull(parse(GOOD.withText(odd)).anes().get("k3"))
                .persistentEntityId()
                .orElseThrow();

        assertThat(id.name()).isEqualTo("cern--tcn-7f3a");
    }

    @Test
    void v13ALineThatOnlyBeginsAsTheBoundaryIsContent() throws Exception {
        String longer = GOOD.text().replace("{\"meta\": {\"vtag\"", "{\"note\":\r\n\"x\",\r\n\"meta\": {\"vtag\"");
        assertThat(parse(GOOD.withText(longer)).paths()).hasSize(1);
        byte[] body = Fixtures.utf8("--b\r\n\r\none\r\n--bb\r\ntwo\r\n--b-\r\nthree\r\n--b--\r\n");

        Multipart message = Multipart.split("multipart/related; boundary=b", body);

        assertThat(message.parts()).hasSize(1);
        assertThat(message.parts().getFirst().content())
                .isEqualTo(Fixtures.utf8("one\r\n--bb\r\ntwo\r\n--b-\r\nthree"));
    }

    @Test
    void v13StartBreaksATieBetweenTwoRoots() throws Exception {
        String second = "--tcn-7f3a\r\nContent-ID: <old@x>\r\nContent-Type: " + TYPE + "\r\n\r\n{}\r\n";

        PathVectorDocument<Address> document = parse(GOOD.withText(second + GOOD.text()));

        assertThat(document.paths()).isEqualTo(parse(GOOD).paths());
        assertThat(document.faults().counts()).isEqualTo(Map.of(Fault.EXTRA_PART, 1));
    }

    static Stream<Arguments> softFaults() {
        return Stream.of(
                        fault(Fault.ANE_WITHOUT_ENTRY, text -> changed(text, "\".ane:k3\"", "\".ane:other\""))
                                .and(Fault.UNUSED_ANE),
                        fault(Fault.UNUSED_ANE, text -> changed(text, "\".ane:k3\":", "\".ane:x\": {}, \".ane:k3\":")),
                        fault(Fault.REPEATED_ANE, text -> changed(text, "\"a1\"]", "\"a1\", \"k3\"]")),
                        fault(Fault.WRONG_MEMBER, text -> changed(text, "\"endpoint-cost-map\"", "\"cost-map\"")),
                        fault(
                                Fault.WRONG_MEMBER,
                                text -> changed(text, "\"endpoint-cost-map\"", "\"endponit-cost-map\"")),
                        fault(Fault.WRONG_VTAG_MEMBER, text -> changed(text, "\"vtag\"", "\"vtags\"")),
                        fault(
                                Fault.UNTAGGED,
                                text -> changed(
                                        text,
                                        "{\"vtag\": {\"resource-id\": \"ecs-pv.pv\", \"tag\": \"b7d2c0a9e114\"},",
                                        "{")),
                        fault(Fault.UNTAGGED, text -> changed(text, "\"dependent-vtags\"", "\"forgotten\"")),
                        fault(
                                Fault.BAD_KEY,
                                text -> changed(text, "{\"ipv4:192.0.2.10\"", "{\"mac:1\": {}, \"ipv4:192.0.2.10\"")),
                        fault(Fault.BAD_ENTRY, text -> changed(text, "\".ane:k3\":", "\".ane:x\": 5, \".ane:k3\":")),
                        fault(
                                        Fault.REPEATED_KEY,
                                        text -> changed(
                                                text,
                                                "\"ipv4:192.0.2.130\":",
                                                "\"192.0.2.70\": [\"k3\"], \"ipv4:192.0.2.130\":"))
                                .and(Fault.UNTYPED_ADDRESS),
                        fault(
                                Fault.BAD_CELL,
                                text -> changed(
                                        text,
                                        "\"ipv4:192.0.2.130\":",
                                        "\"ipv4:192.0.2.131\": null, \"ipv4:192.0.2.130\":")),
                        fault(
                                Fault.EXTRA_PART,
                                text -> "--tcn-7f3a\r\nContent-Type: text/plain\r\n\r\nhello\r\n" + text))
                .map(Case::arguments);
    }

    private record Case(List<Fault> faults, Message message) {
        Case and(Fault more) {
            return new Case(Stream.concat(faults.stream(), Stream.of(more)).toList(), message);
        }

        Arguments arguments() {
            return Arguments.of(faults, message);
        }
    }

    private static Case fault(Fault fault, UnaryOperator<String> change) {
        return new Case(List.of(fault), GOOD.withText(change.apply(GOOD.text())));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("softFaults")
    void v13ASoftFaultIsCountedAndTheAnswerUsed(List<Fault> faults, Message message) throws Exception {
        PathVectorDocument<Address> document = parse(message);

        assertThat(document.paths()).isEqualTo(parse(GOOD).paths());
        assertThat(document.faults().counts().keySet()).containsExactlyInAnyOrderElementsOf(faults);
        assertThat(document.untagged()).isEqualTo(faults.contains(Fault.UNTAGGED));
        assertThat(document.anes()).containsOnlyKeys("k3", "q8", "a1", "z5", "m2");
    }

    @Test
    void v13TheExamplesOfTheRfcAreReadAsPrinted() throws Exception {
        PathVectorDocument<Address> document = parse(Fixtures.message("pv-slips.http"));

        assertThat(document.paths().get(Address.parse("2001:db8::10")))
                .containsEntry(Address.parse("2001:db8::20"), List.of("C3"));
        assertThat(Objects.requireNonNull(document.anes().get("A1")).maxReservableBandwidthBps())
                .hasValue(50e9);
        assertThat(document.faults().counts()).isEqualTo(Map.of(Fault.WRONG_MEMBER, 1, Fault.WRONG_VTAG_MEMBER, 1));
    }

    @Test
    void v13OpenAltosAnswerIsRead() throws Exception {
        PathVectorDocument<Address> document = parse(Fixtures.message("openalto-pathvector.http"));

        assertThat(document.paths().get(Address.parse("10.1.0.2")))
                .containsEntry(Address.parse("10.2.0.2"), List.of("autolink_1", "autolink_2"))
                .containsEntry(Address.parse("10.9.9.9"), List.of());
        assertThat(document.faults().counts()).isEqualTo(Map.of(Fault.UNTYPED_ADDRESS, 3));
    }

    @Test
    void v13ThePrototypesAnswerIsRead() throws Exception {
        PathVectorDocument<Address> document = parse(Fixtures.message("prototype-pathvector.http"));

        assertThat(Objects.requireNonNull(document.anes().get("autolink_1")).number("bandwidth", false))
                .hasValue(1e9);
        assertThat(document.faults().counts()).isEqualTo(Map.of(Fault.WRONG_MEMBER, 1));
    }

    @Test
    void v13NamesThatAreNumbersAreTakenOnlyWhenAsked() throws Exception {
        Message numbers = GOOD.withText(GOOD.text().replace("\"z5\"", "55").replace(".ane:z5", ".ane:55"));

        PathVectorDocument<Address> document =
                PathVectorParser.endpoints(true).parse(numbers.contentType(), numbers.body());

        assertThat(document.anes()).containsKey("55");
        assertThat(document.faults().counts()).isEqualTo(Map.of(Fault.NUMERIC_NAME, 1));
        assertRefused(InvalidReason.ANE_NAME, () -> parse(numbers));
    }
}
