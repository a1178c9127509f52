using IwTune.PowerShell.Answers;

namespace IwTune.PowerShell;

/// <summary>What a change of this host came to.</summary>
public sealed class IwTuneResult
{
    internal IwTuneResult(int exitCode, ChangeAnswer from, IReadOnlyDictionary<string, int?> before)
    {
        Succeeded = exitCode is 0 or 2;
        Policy = from.State?.Policy;
        Phase = from.State?.Phase ?? "None";
        Text = from.Text;
        Changes =
        [
            .. (from.State?.Targets ?? [])
                .Where(target => target.Outcome is not null)
                .Select(target => IwTuneChange.Of(target, before.TryGetValue(target.Id, out var was) ? was : null)),
        ];
        Unmatched = from.State?.Unmatched ?? [];
    }

    /// <summary>False when a step failed.</summary>
    public bool Succeeded { get; }

    /// <summary>The policy that is in force now; null when none is.</summary>
    public string? Policy { get; }

    /// <summary>Applied, AwaitingConfirm, Failed, PutBack, Audited or None.</summary>
    public string Phase { get; }

    /// <summary>What was done, in words.</summary>
    public string Text { get; }

    /// <summary>What became of each target.</summary>
    public IwTuneChange[] Changes { get; }

    /// <summary>Scopes that found nothing here, each with the reason.</summary>
    public string[] Unmatched { get; }
}
