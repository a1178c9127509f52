using System.Globalization;
using IwTune.Shared.Compliance;
using IwTune.Shared.Compliance.Controls;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Fleet.Compliance;

/// <summary>A fleet's verdicts as of an instant: counts that sum to it, reasons, groups, and one page of hosts.</summary>
public sealed record FleetCompliance
{
    /// <summary>The instant of the report, by the server's clock.</summary>
    public required DateTimeOffset AsOf { get; init; }

    /// <summary>By what was known when; <see langword="null"/> for all that is known by now.</summary>
    public DateTimeOffset? Known { get; init; }

    /// <summary>
    /// Members whose verdict as of that instant rests on reports that came after it; without a filter. As it was known before, it is
    /// answered with <c>known</c>.
    /// </summary>
    public int Corrected { get; init; }

    /// <summary>How complete the answer is.</summary>
    public required ComplianceWatermark Watermark { get; init; }

    /// <summary>Hosts that were members at that instant.</summary>
    public required int Fleet { get; init; }

    /// <summary>
    /// When the first host enrolled, if none was a member at that instant; otherwise <see langword="null"/>, also when none ever enrolled.
    /// </summary>
    public DateTimeOffset? FirstEnrolled { get; init; }

    /// <summary>Those of them that match the filter; the numbers below count these.</summary>
    public required int Matched { get; init; }

    /// <summary>Hosts by verdict, every verdict named; they sum to <see cref="Matched"/>.</summary>
    public required IReadOnlyDictionary<Verdict, int> States { get; init; }

    /// <summary>Compliant hosts among them to which no policy is assigned: they have nothing to comply with.</summary>
    public int WithoutPolicy { get; init; }

    /// <summary>Why hosts are not compliant, or compliant without a policy; most hosts first, at most 50.</summary>
    public required IReadOnlyList<ComplianceReason> Because { get; init; }

    /// <summary>Hosts by result of each control, by number; a host from before results were recorded counts nowhere.</summary>
    public IReadOnlyList<ControlCount> Controls { get; init; } = [];

    /// <summary>What the groups are made by: <c>policy</c>, <c>os</c> or a label's key.</summary>
    public required string By { get; init; }

    /// <summary>The groups, most hosts first; at most 50.</summary>
    public required IReadOnlyList<ComplianceGroup> Groups { get; init; }

    /// <summary>One page of hosts, by name.</summary>
    public required IReadOnlyList<ComplianceHost> Hosts { get; init; }

    /// <summary>Cursor of the next page (<c>after</c>); <see langword="null"/> on the last.</summary>
    public string? Next { get; init; }
}

/// <summary>What an answer as of an instant rests on.</summary>
/// <param name="CompleteUpTo">
/// Every host was judged up to then, and the result is stored: the instant itself unless the server was not judging then;
/// <see langword="null"/> when that is not known.
/// </param>
/// <param name="Silent">Hosts that had not reported: stale or never seen at that instant.</param>
/// <param name="Sentence">Both in words.</param>
public sealed record ComplianceWatermark(DateTimeOffset? CompleteUpTo, int Silent, string Sentence);

/// <summary>Hosts that have a verdict for the same reason.</summary>
/// <param name="Verdict">The verdict.</param>
/// <param name="Reason">Why; addresses and times in it, which differ from host to host, are an ellipsis.</param>
/// <param name="Hosts">How many.</param>
/// <param name="Since">When the first of them got the verdict.</param>
public sealed record ComplianceReason(Verdict Verdict, string Reason, int Hosts, DateTimeOffset Since);

/// <summary>The results of a control.</summary>
/// <param name="Id">Its id: <c>IWT-1</c>.</param>
/// <param name="Title">What people call it.</param>
/// <param name="Hosts">Hosts by result; empty when no result is recorded.</param>
public sealed record ControlCount(string Id, string Title, IReadOnlyDictionary<ControlResult, int> Hosts);

/// <summary>Hosts that have something in common.</summary>
/// <param name="Name">The policy's name, the system, or the label's value; empty for those that have none.</param>
/// <param name="Hosts">How many.</param>
/// <param name="States">Those by verdict; verdicts without a host are left out.</param>
public sealed record ComplianceGroup(string Name, int Hosts, IReadOnlyDictionary<Verdict, int> States)
{
    /// <summary>What <see cref="FleetCompliance.By"/> says of groups by policy.</summary>
    public const string ByPolicy = "policy";

    /// <summary>Compliant hosts among them to which no policy is assigned.</summary>
    public int WithoutPolicy { get; init; }

    /// <summary>
    /// The share of the compliant ones; <see langword="null"/> for hosts without a policy, which have nothing to comply with.
    /// </summary>
    /// <param name="by">What the groups are made by.</param>
    public string? Share(string by) =>
        WithoutPolicy == Hosts || (by == ByPolicy && Name.Length == 0) ? null : ShareText.Of(VerdictWords.Compliant(States), Hosts);

    /// <summary>What the share does not say: <c>3 compliant without a policy, 1 drifted</c>.</summary>
    /// <param name="format">Of numbers.</param>
    public string Note(string format = "#,0") =>
        string.Join(
            ", ",
            VerdictWords
                .All.Where(words => words.Verdict != Verdict.Compliant && States.ContainsKey(words.Verdict))
                .Select(words => (States[words.Verdict], words.Word.ToLowerInvariant()))
                .Prepend((WithoutPolicy, "compliant without a policy"))
                .Where(one => one.Item1 > 0)
                .Select(one => $"{one.Item1.ToString(format, CultureInfo.InvariantCulture)} {one.Item2}")
        );
}

/// <summary>A host and its verdict at an instant; also a row of an export.</summary>
public sealed record ComplianceHost
{
    /// <summary>UUIDv7, text.</summary>
    public required string Id { get; init; }

    /// <summary>The host's own name at that instant.</summary>
    public required string Name { get; init; }

    /// <summary><c>linux</c> or <c>windows</c>.</summary>
    public required string Os { get; init; }

    /// <summary>Distribution or edition.</summary>
    public string OsName { get; init; } = "";

    /// <summary>Kernel release or build.</summary>
    public string Kernel { get; init; } = "";

    /// <summary>The agent's version.</summary>
    public string AgentVersion { get; init; } = "";

    /// <summary>Labels at that instant.</summary>
    public required IReadOnlyDictionary<string, string> Labels { get; init; }

    /// <summary>The verdict.</summary>
    public required Verdict Verdict { get; init; }

    /// <summary>Why, as a sentence.</summary>
    public required string Reason { get; init; }

    /// <summary>Since when the verdict holds.</summary>
    public required DateTimeOffset Since { get; init; }

    /// <summary>The policy that was required; <see langword="null"/> for none.</summary>
    public string? Policy { get; init; }

    /// <summary>Its revision.</summary>
    public int? Revision { get; init; }

    /// <summary>
    /// Digest of the content that was required (<see cref="BundleDigest"/>); <see langword="null"/> when the host was not judged yet.
    /// </summary>
    public string? Digest { get; init; }

    /// <summary>The exception that took it out of judgement; <see langword="null"/> for none.</summary>
    public string? Exception { get; init; }

    /// <summary>When it enrolled.</summary>
    public required DateTimeOffset Enrolled { get; init; }

    /// <summary>
    /// The result of each control, by its id: <c>IWT-1</c>; <see langword="null"/> for an instant before results were recorded.
    /// </summary>
    public IReadOnlyDictionary<string, ControlResult>? Controls { get; init; }
}
