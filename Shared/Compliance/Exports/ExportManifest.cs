using IwTune.Shared.Compliance.Controls;

namespace IwTune.Shared.Compliance.Exports;

/// <summary>What an export is, how it was made, and what belongs to it. It is what is signed; docs/compliance.md.</summary>
public sealed record ExportManifest
{
    /// <summary>
    /// The format of servers before 0.2: the tables call the verdict <c>state</c>, and exceptions name a host by its id alone.
    /// </summary>
    public const string Version1 = "iwtune-export/1";

    /// <summary>The format that is written.</summary>
    public const string Version2 = "iwtune-export/2";

    /// <summary><see cref="Version2"/>, or <see cref="Version1"/> in an older file.</summary>
    public required string Format { get; init; }

    /// <summary>Program and version that made it: <c>iwtune-server 0.7.0</c>.</summary>
    public required string Generator { get; init; }

    /// <summary>When it was made, by the server's clock.</summary>
    public required DateTimeOffset Generated { get; init; }

    /// <summary>The requester, as the audit log writes it: <c>user:admin</c>.</summary>
    public required string By { get; init; }

    /// <summary>
    /// The part of the fleet that the requester may see: the export contains no more. <see langword="null"/> in a file of a server that did
    /// not state it yet.
    /// </summary>
    public ExportScope? Scope { get; init; }

    /// <summary>The parameters of the request.</summary>
    public required ExportParameters Parameters { get; init; }

    /// <summary>How complete it is.</summary>
    public required ExportWatermark Watermark { get; init; }

    /// <summary>Hosts, and how they sum.</summary>
    public required ExportCounts Counts { get; init; }

    /// <summary>The revisions that were required of hosts in it, by name and number.</summary>
    public required IReadOnlyList<ExportPolicy> Policies { get; init; }

    /// <summary>Where the server's audit log stood.</summary>
    public required ExportAudit Audit { get; init; }

    /// <summary>Who signed.</summary>
    public required ExportSigning Signing { get; init; }

    /// <summary>Every file of the zip but the manifest and its signature, in their order.</summary>
    public required IReadOnlyList<ExportFile> Files { get; init; }
}

/// <summary>The part of the fleet that an export covers.</summary>
/// <param name="WholeFleet">Every host, those that have left included; otherwise <see cref="ExportCounts.Fleet"/> counts a part.</param>
/// <param name="Hosts">That part in words: the requester's selectors.</param>
/// <param name="Roles">The requester's roles: <c>operator:site:fra</c>.</param>
public sealed record ExportScope(bool WholeFleet, string Hosts, IReadOnlyList<string> Roles);

/// <summary>The parameters of the request.</summary>
/// <param name="AsOf">The instant of the verdicts.</param>
/// <param name="Since">Start of the listed changes, which end at <paramref name="AsOf"/>.</param>
/// <param name="Query">The filter; empty for every host.</param>
/// <param name="TimeZone">The zone of every instant in the files: <c>UTC</c>.</param>
public sealed record ExportParameters(DateTimeOffset AsOf, DateTimeOffset Since, string Query, string TimeZone)
{
    /// <summary>
    /// By what was known when: the same question with this instant has the same answer after late reports. <see langword="null"/> in an
    /// export of a server before 0.2.
    /// </summary>
    public DateTimeOffset? Known { get; init; }
}

/// <summary>How complete an export is.</summary>
/// <param name="CompleteUpTo">Every host was judged up to then; <see langword="null"/> when that is not known.</param>
/// <param name="Silent">Hosts in it that had not reported: stale or never seen.</param>
/// <param name="SilentHosts">The first of them by id, at most <see cref="MostSilent"/>; all of them are rows with that verdict.</param>
/// <param name="Sentence">The same in words.</param>
public sealed record ExportWatermark(DateTimeOffset? CompleteUpTo, int Silent, IReadOnlyList<string> SilentHosts, string Sentence)
{
    /// <summary>Silent hosts that are named in the manifest.</summary>
    public const int MostSilent = 1000;
}

/// <summary>Hosts, and how they sum.</summary>
/// <param name="Fleet">Members at the instant, of the part that <see cref="ExportScope"/> names.</param>
/// <param name="Matched">Those that match the filter: the rows.</param>
/// <param name="Excluded">Those that do not; with <paramref name="Matched"/> they are the fleet.</param>
/// <param name="States">Rows by verdict, every verdict named; they sum to <paramref name="Matched"/>.</param>
public sealed record ExportCounts(int Fleet, int Matched, int Excluded, IReadOnlyDictionary<Verdict, int> States)
{
    /// <summary>
    /// Rows by result of each control, by the control's id; a row from before results were recorded counts nowhere.
    /// <see langword="null"/> from a server that knew no controls.
    /// </summary>
    public IReadOnlyDictionary<string, IReadOnlyDictionary<ControlResult, int>>? Controls { get; init; }

    /// <summary>
    /// Rows that are compliant only because no policy was assigned; <see langword="null"/> from a server that did not count them.
    /// </summary>
    public int? WithoutPolicy { get; init; }
}

/// <summary>A revision that was required of a host in the export.</summary>
/// <param name="Policy">Its name.</param>
/// <param name="Revision">Its number.</param>
/// <param name="Digest">Digest of the content, as rows name it (<see cref="Wire.BundleDigest"/>).</param>
/// <param name="File">The document as it was written, a file of the zip.</param>
public sealed record ExportPolicy(string Policy, int Revision, string Digest, string File);

/// <summary>Where the server's audit log stood when the export was made; its own entry follows.</summary>
/// <param name="Number">Number of the last entry.</param>
/// <param name="Hash">Its hash.</param>
/// <param name="Checkpoint">Entries that the latest signed checkpoint covers; <see langword="null"/> when there is none.</param>
public sealed record ExportAudit(long Number, string Hash, long? Checkpoint);

/// <summary>Who signed.</summary>
/// <param name="Algorithm"><c>ES256</c>: ECDSA P-256 with SHA-256.</param>
/// <param name="KeyId">The key's fingerprint: SHA-256 of its public half (SubjectPublicKeyInfo, DER), lower-case hex.</param>
/// <param name="PublicKey">That half, base64.</param>
public sealed record ExportSigning(string Algorithm, string KeyId, string PublicKey)
{
    /// <summary>The one algorithm there is.</summary>
    public const string Es256 = "ES256";
}

/// <summary>A file of the zip.</summary>
/// <param name="Name">Its name there.</param>
/// <param name="Sha256">Of its bytes, lower-case hex.</param>
/// <param name="Bytes">How many.</param>
/// <param name="Rows">Rows of data in it, a header not counted; <see langword="null"/> where there are none.</param>
public sealed record ExportFile(string Name, string Sha256, long Bytes, int? Rows);
