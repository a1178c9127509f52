using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using IwTune.Server.Features.Assignments;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Impact;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Policies.Directories;

/// <summary>What a directory would change, against what stands. Pure: equal input, equal plan.</summary>
internal sealed class DirectoryPlan
{
    private readonly DirectoryReading _reading;
    private readonly Standing _standing;
    private readonly bool _prune;

    public DirectoryPlan(DirectoryReading reading, Standing standing, bool prune)
    {
        (_reading, _standing, _prune) = (reading, standing, prune);
        Policies = [.. reading.Policies.Select(Planned).Concat(Others()).OrderBy(policy => policy.Name, StringComparer.Ordinal)];
        Assignments = reading.Assignments is null ? Ending() : [.. reading.Assignments.Select(Planned).Concat(OtherAssignments())];
        Hash = Digest();
    }

    public IReadOnlyList<PlannedPolicy> Policies { get; }

    public IReadOnlyList<PlannedAssignment> Assignments { get; }

    public string Hash { get; }

    public bool Changes =>
        Policies.Any(policy => policy.Action is not (PlannedAction.Unchanged or PlannedAction.Kept))
        || Assignments.Any(assignment => assignment.Action is not (PlannedAction.Unchanged or PlannedAction.Kept));

    public int Removed => Policies.Count(policy => policy.Action == PlannedAction.Removed);

    /// <summary>Assignments of policies that will not be there.</summary>
    public IEnumerable<FileProblem> Problems(string path) =>
        from written in _reading.Assignments ?? []
        where !Policies.Any(policy => policy.Name == written.Policy && policy.Action != PlannedAction.Removed)
        select new FileProblem(
            path,
            new(
                "policy",
                written.Policy,
                _standing.Latest.ContainsKey(written.Policy)
                    ? "this policy is removed by the same plan; keep its file"
                    : "there is no such policy, here or on the server",
                written.Line,
                written.Column
            )
        );

    public ReadPolicy Read(PlannedPolicy planned) => _reading.Policies.First(read => read.Policy.Name == planned.Name);

    public ProposedChange Change() =>
        new()
        {
            Release = Policies
                .Where(policy => policy.Action is PlannedAction.New or PlannedAction.Changed or PlannedAction.Released)
                .ToDictionary(policy => policy.Name, Content, StringComparer.Ordinal),
            Assign =
            [
                .. Assignments
                    .Where(Made)
                    .Select(
                        (made, i) =>
                            new Assignment(
                                $"proposed {i:0000}",
                                Shared.Selectors.Selector.Parse(made.Selector).Selector!,
                                made.Policy,
                                made.Priority,
                                DateTimeOffset.MaxValue
                            )
                    ),
            ],
            Unassign = Assignments.Where(Ended).Select(ended => ended.Id!).ToHashSet(StringComparer.Ordinal),
            Remove = Policies
                .Where(policy => policy.Action == PlannedAction.Removed)
                .Select(policy => policy.Name)
                .ToHashSet(StringComparer.Ordinal),
        };

    /// <summary>True for what is made, and for what is made anew with another priority.</summary>
    public static bool Made(PlannedAssignment assignment) => assignment.Action is PlannedAction.New or PlannedAction.Changed;

    /// <summary>True for what ends, and for what is made anew.</summary>
    public static bool Ended(PlannedAssignment assignment) => assignment.Action is PlannedAction.Removed or PlannedAction.Changed;

    private PublishedContent Content(PlannedPolicy planned)
    {
        var content = BundleContent.From(Read(planned).Policy, planned.Revision);
        return new(content, BundleDigest.Of(content));
    }

    private PlannedPolicy Planned(ReadPolicy read)
    {
        var name = read.Policy.Name;
        var latest = _standing.Latest.GetValueOrDefault(name);
        var same = latest?.Digest == read.Digest;
        // A staged revision is no difference: the directory describes what is current.
        if (_standing.Released.GetValueOrDefault(name) is { } released && released.Digest == read.Digest)
            return new()
            {
                Name = name,
                Path = read.File.Path,
                Action = PlannedAction.Unchanged,
                Base = (int)latest!.Number,
                Revision = (int)released.Number,
            };
        return new()
        {
            Name = name,
            Path = read.File.Path,
            Action =
                same ? PlannedAction.Released
                : latest is null ? PlannedAction.New
                : PlannedAction.Changed,
            Base = (int)(latest?.Number ?? 0),
            Revision = same ? (int)latest!.Number : (int)_standing.Last.GetValueOrDefault(name) + 1,
            Lines = same ? [] : LineDiff.Of(latest?.Document ?? "", read.File.Text),
        };
    }

    private IEnumerable<PlannedPolicy> Others() =>
        from row in _standing.Latest.Values
        where !_reading.Policies.Any(read => read.Policy.Name == row.Policy)
        select new PlannedPolicy
        {
            Name = row.Policy,
            Action = _prune ? PlannedAction.Removed : PlannedAction.Kept,
            Base = (int)row.Number,
        };

    private PlannedAssignment Planned(WrittenAssignment written)
    {
        var there = _standing.Assignments.FirstOrDefault(row => row.Policy == written.Policy && row.Read().Equals(written.Selector));
        var action =
            there is null ? PlannedAction.New
            : there.Priority == written.Priority ? PlannedAction.Unchanged
            : PlannedAction.Changed;
        return new(written.Selector.ToString(), written.Policy, written.Priority, action, there?.Id);
    }

    private IEnumerable<PlannedAssignment> OtherAssignments() =>
        from row in _standing.Assignments
        where !_reading.Assignments!.Any(written => written.Policy == row.Policy && row.Read().Equals(written.Selector))
        select new PlannedAssignment(
            row.Read().ToString(),
            row.Policy,
            (int)row.Priority,
            _prune || Goes(row.Policy) ? PlannedAction.Removed : PlannedAction.Kept,
            row.Id
        );

    /// <summary>Without a file of assignments only those of removed policies end.</summary>
    private IReadOnlyList<PlannedAssignment> Ending() =>
        [
            .. _standing
                .Assignments.Where(row => Goes(row.Policy))
                .Select(row => new PlannedAssignment(row.Read().ToString(), row.Policy, (int)row.Priority, PlannedAction.Removed, row.Id)),
        ];

    private bool Goes(string policy) => Policies.Any(planned => planned.Name == policy && planned.Action == PlannedAction.Removed);

    /// <summary>Over what is done and what it starts from; what is left alone may change meanwhile.</summary>
    private string Digest()
    {
        var text = new StringBuilder();
        foreach (var policy in Policies.Where(policy => policy.Action != PlannedAction.Kept))
            text.Append(
                CultureInfo.InvariantCulture,
                $"{policy.Name} {policy.Action} {policy.Base} {policy.Revision} {(policy.Path is null ? "" : Read(policy).Digest)}\n"
            );
        foreach (var assignment in Assignments.Where(assignment => assignment.Action != PlannedAction.Kept))
            text.Append(
                CultureInfo.InvariantCulture,
                $"{assignment.Selector}\t{assignment.Policy} {assignment.Priority} {assignment.Action} {assignment.Id}\n"
            );
        return Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(text.ToString())));
    }
}
