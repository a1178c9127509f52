using IwTune.Shared.Compliance;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Server.Features.Compliance.Runs.Comparing;

/// <summary>Counts two fleets, the earlier one first, and keeps the hosts that differ.</summary>
internal sealed class ShiftTally
{
    private readonly Dictionary<string, (string Name, ComparedHost Standing)> _before = new(StringComparer.Ordinal);
    private readonly List<HostShift> _shifts = [];
    private readonly Dictionary<Verdict, (int From, int To)> _verdicts = Enum.GetValues<Verdict>()
        .ToDictionary(verdict => verdict, _ => (0, 0));
    private readonly SortedDictionary<string, (int From, int To)> _controls = new(StringComparer.Ordinal);
    private int _same,
        _withoutBefore,
        _withoutAfter;

    public void Before(string id, string name, ComparedHost standing)
    {
        _before[id] = (name, standing);
        _withoutBefore += RequiresNothing(standing) ? 1 : 0;
        _verdicts[standing.Verdict] = (_verdicts[standing.Verdict].From + 1, _verdicts[standing.Verdict].To);
        foreach (var control in standing.Fails)
            _controls[control] = (_controls.GetValueOrDefault(control).From + 1, _controls.GetValueOrDefault(control).To);
    }

    public void After(string id, string name, ComparedHost standing)
    {
        _verdicts[standing.Verdict] = (_verdicts[standing.Verdict].From, _verdicts[standing.Verdict].To + 1);
        _withoutAfter += RequiresNothing(standing) ? 1 : 0;
        foreach (var control in standing.Fails)
            _controls[control] = (_controls.GetValueOrDefault(control).From, _controls.GetValueOrDefault(control).To + 1);
        ComparedHost? before = _before.Remove(id, out var was) ? was.Standing : null;
        if (before is not null && IsSame(before, standing))
            _same++;
        else
            _shifts.Add(new(id, name, before, standing));
    }

    public RunComparison Of(ComplianceRun from, ComplianceRun to, int limit)
    {
        _shifts.AddRange(_before.Select(left => new HostShift(left.Key, left.Value.Name, left.Value.Standing, null)));
        return new()
        {
            From = from,
            To = to,
            Verdicts =
            [
                .. _verdicts.Where(one => one.Value != (0, 0)).Select(one => new VerdictShift(one.Key, one.Value.From, one.Value.To)),
            ],
            WithoutPolicy = new(_withoutBefore, _withoutAfter),
            Controls = [.. _controls.Select(one => new ControlShift(one.Key, one.Value.From, one.Value.To))],
            Same = _same,
            Different = _shifts.Count,
            Hosts =
            [
                .. _shifts
                    .OrderByDescending(IsWorse)
                    .ThenBy(shift => shift.Name, StringComparer.Ordinal)
                    .ThenBy(shift => shift.Id, StringComparer.Ordinal)
                    .Take(limit),
            ],
        };
    }

    private static bool RequiresNothing(ComparedHost standing) => ComplianceEvaluator.RequiresNothing(standing.Verdict, standing.Reason);

    /// <summary>A reason tells times and windows, which change without the verdict.</summary>
    private static bool IsSame(ComparedHost before, ComparedHost after) =>
        before.Verdict == after.Verdict
        && before.Policy == after.Policy
        && before.Revision == after.Revision
        && before.Fails.SequenceEqual(after.Fails, StringComparer.Ordinal);

    private static bool IsWorse(HostShift shift) =>
        shift is { From: { } before, To: { } after }
        && VerdictWords.IsCompliant(before.Verdict)
        && !VerdictWords.IsCompliant(after.Verdict);
}
