// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.fake;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What goes wrong at a [FakeXrootd], apart from COPY. Nothing by default.
public final class FakeFaults {
    private final Map<String, Refusal> refusals = new ConcurrentHashMap<>();
    private final Set<String> hung = ConcurrentHashMap.newKeySet();
    private volatile boolean dropsDigests;
    private volatile @Nullable String digest;
    private volatile int getStopsAfter = -1;
    private volatile boolean getHangs;
    private volatile int getExtraBytes;
    private volatile boolean givesParts;
    private final Set<String> wholeOnly = ConcurrentHashMap.newKeySet();
    private volatile boolean changesTags;
    private final AtomicInteger tags = new AtomicInteger();
    private volatile @Nullable Supplier<String> state;
    private final AtomicInteger partsToBreak = new AtomicInteger();
    private final AtomicInteger partsToRefuse = new AtomicInteger();
    private volatile int mostPartBytes = Integer.MAX_VALUE;
    private volatile int mostGets = Integer.MAX_VALUE;
    private volatile Runnable slowly = () -> {};
    private final AtomicReference<@Nullable Runnable> insteadOfDelete = new AtomicReference<>();
    private final AtomicBoolean diesBeforeContinue = new AtomicBoolean();
    private volatile int putRoom = -1;
    private volatile boolean neverContinues;
    private volatile Runnable beforeContinue = () -> {};
    private volatile boolean spoils;
    private volatile boolean wantsFolders;
    private volatile String refusalHeaders = "";
    private volatile @Nullable URI putRedirect;
    private volatile @Nullable Refusal putAnswer;
    private volatile boolean hidesChanges;
    private volatile boolean hidesSize;
    private volatile @Nullable Integer toldSize;
    private volatile boolean makesOnDemand;
    private volatile boolean tellsSizeAsProperty;
    private volatile boolean refusesExpectations;
    private volatile @Nullable Duration clockAhead;
    private volatile Runnable afterPut = () -> {};
    private volatile @Nullable Runnable onPut;

    /// A status with its text.
    public record Refusal(int status, String text) {}

    /// Answers every request of a method with a status; a PUT so before its body.
    public void refuse(String method, int status, String text) {
        refusals.put(method, new Refusal(status, text));
    }

    /// What every refusal says in a header of its own.
    public void refuseWith(String name, String value) {
        refusalHeaders = name + ": " + value + "\r\n";
    }

    /// Answers a method as usual again.
    public void allow(String method) {
        refusals.remove(method);
        hung.remove(method);
    }

    /// Never answers a method.
    public void hang(String method) {
        hung.add(method);
    }

    /// Sends this header value for every wanted digest; an empty one sends no header.
    public void digestHeader(String value) {
        digest = value;
    }

    /// Whether the connection is dropped instead of an answer to whoever wants a digest.
    public void dropDigests(boolean drop) {
        dropsDigests = drop;
    }

    boolean dropsDigests() {
        return dropsDigests;
    }

    /// A GET breaks off after some bytes.
    public void getStopsAfter(int bytes) {
        getStopsAfter = bytes;
    }

    /// A GET hangs after some bytes until the client goes.
    public void getHangsAfter(int bytes) {
        getStopsAfter = bytes;
        getHangs = true;
    }

    /// A GET announces so many bytes more than it has, and a HEAD does not.
    public void getAnnouncesMore(int bytes) {
        getExtraBytes = bytes;
    }

    /// A GET of a part of a file gets it, instead of the whole file.
    public void giveParts() {
        givesParts = true;
    }

    /// A GET of a part of this file gets all of it.
    public void giveWholeOnly(String path) {
        wholeOnly.add(path);
    }

    /// Each GET of a part names another state of the file.
    public void changeTags() {
        changesTags = true;
    }

    /// What the answer to each GET says of the state of the file: lines of headers, each with its end.
    public void state(Supplier<String> headers) {
        state = headers;
    }

    /// The next parts break off in their middle.
    public void breakParts(int count) {
        partsToBreak.set(count);
    }

    /// The next requests for parts are answered with 503.
    public void refuseParts(int count) {
        partsToRefuse.set(count);
    }

    /// A part is given only as far as so many bytes.
    public void giveAtMost(int bytes) {
        mostPartBytes = bytes;
    }

    /// More GETs at once are answered with 503.
    public void takeAtOnce(int gets) {
        mostGets = gets;
    }

    boolean breaksPart() {
        return partsToBreak.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
    }

    boolean refusesPart() {
        return partsToRefuse.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
    }

    int mostPartBytes() {
        return mostPartBytes;
    }

    int mostGets() {
        return mostGets;
    }

    /// What happens between the headers and the body of each GET.
    public void slowGet(Runnable action) {
        slowly = action;
    }

    Optional<FakeRequest.Part> part(FakeRequest request) {
        return givesParts && !wholeOnly.contains(request.path()) ? request.part() : Optional.empty();
    }

    String state(boolean isPart) {
        Supplier<String> told = state;
        if (told != null) {
            return told.get();
        }
        return isPart ? etag() : "";
    }

    private String etag() {
        return "ETag: \"" + (changesTags ? tags.incrementAndGet() : 0) + "\"\r\n";
    }

    Runnable slowly() {
        return slowly;
    }

    /// A PUT closes the connection after so many bytes: the disk is full.
    public void putRoom(int bytes) {
        putRoom = bytes;
    }

    /// A PUT that expects `100 Continue` never hears it, but makes an empty file.
    public void neverContinue() {
        neverContinues = true;
    }

    /// A PUT that expects `100 Continue` has made an empty file and does this before it says so.
    public void beforeContinue(Runnable action) {
        beforeContinue = action;
    }

    /// The next PUT that expects `100 Continue` makes an empty file and closes the connection.
    public void dieBeforeContinue() {
        diesBeforeContinue.set(true);
    }

    boolean diesBeforeContinue() {
        return diesBeforeContinue.getAndSet(false);
    }

    /// The next DELETE is answered with 503 after this.
    public void insteadOfDelete(Runnable action) {
        insteadOfDelete.set(action);
    }

    @Nullable
    Runnable insteadOfDelete() {
        return insteadOfDelete.getAndSet(null);
    }

    /// A PUT stores other bytes than it was given.
    public void spoil() {
        spoils = true;
    }

    /// A pull into a folder that was not made is refused, and a PUT there once its bytes have come.
    public void wantFolders() {
        wantsFolders = true;
    }

    /// Sends the next PUT elsewhere.
    public void redirectNextPut(URI where) {
        putRedirect = where;
    }

    /// Answers every PUT with a status after it took the body.
    public void answerPut(int status, String text) {
        putAnswer = new Refusal(status, text);
    }

    /// Never tells when a file was last changed.
    public void hideChanges() {
        hidesChanges = true;
    }

    /// Tells its clock, which is so far ahead of ours; XRootD itself tells none.
    public void tellClock(Duration ahead) {
        clockAhead = ahead;
    }

    /// A PUT does this when it has stored the body, before it answers: it flushes, or works out a checksum.
    public void afterPut(Runnable action) {
        afterPut = action;
    }

    /// A PUT does this instead of continuing, and closes the connection without a word.
    public void hangUpOnPut(Runnable first) {
        onPut = first;
    }

    /// A HEAD does not tell the size.
    public void hideSize() {
        hidesSize = true;
    }

    /// A PROPFIND does.
    public void tellSizeAsProperty() {
        tellsSizeAsProperty = true;
    }

    boolean tellsSizeAsProperty() {
        return tellsSizeAsProperty;
    }

    /// A PUT that waits to be told to go on is refused (417).
    public void refuseExpectations() {
        refusesExpectations = true;
    }

    boolean refusesExpectations() {
        return refusesExpectations;
    }

    /// A HEAD says that files are empty, and a GET not how long they are, as of what is made on demand.
    public void makeOnDemand() {
        makesOnDemand = true;
    }

    boolean makesOnDemand() {
        return makesOnDemand;
    }

    /// A HEAD says that the size is this.
    public void tellSize(int value) {
        toldSize = value;
    }

    String length(int bytes) {
        Integer told = toldSize;
        return hidesSize ? "" : "Content-Length: " + (told == null ? bytes : told) + "\r\n";
    }

    boolean tellsChanges() {
        return !hidesChanges;
    }

    Duration clockAhead() {
        Duration ahead = clockAhead;
        return ahead == null ? Duration.ZERO : ahead;
    }

    String date() {
        return clockAhead == null
                ? ""
                : "Date: " + FakeXrootd.httpDate(Instant.now().plus(clockAhead())) + "\r\n";
    }

    Runnable afterPut() {
        return afterPut;
    }

    Optional<Runnable> onPut() {
        return Optional.ofNullable(onPut);
    }

    Optional<Refusal> refusal(String method) {
        return Optional.ofNullable(refusals.get(method));
    }

    String refusalHeaders() {
        return refusalHeaders;
    }

    boolean isHung(String method) {
        return hung.contains(method);
    }

    String digest(String adler32) {
        String value = digest;
        if (value == null) {
            return "Digest: adler32=" + adler32 + "\r\n";
        }
        return value.isEmpty() ? "" : "Digest: " + value + "\r\n";
    }

    int getStopsAfter() {
        return getStopsAfter;
    }

    boolean getHangs() {
        return getHangs;
    }

    int getExtraBytes() {
        return getExtraBytes;
    }

    int putRoom() {
        return putRoom;
    }

    Runnable beforeContinue() {
        return beforeContinue;
    }

    boolean neverContinues() {
        return neverContinues;
    }

    boolean wantsFolders() {
        return wantsFolders;
    }

    Optional<URI> putRedirect() {
        Optional<URI> where = Optional.ofNullable(putRedirect);
        putRedirect = null;
        return where;
    }

    Optional<Refusal> putAnswer() {
        return Optional.ofNullable(putAnswer);
    }

    byte[] spoil(byte[] content) {
        byte[] stored = content.clone();
        if (spoils && stored.length > 0) {
            stored[stored.length / 2] ^= 1;
        }
        return stored;
    }
}
