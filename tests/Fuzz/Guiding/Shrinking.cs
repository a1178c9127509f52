namespace IwTune.Fuzz.Guiding;

/// <summary>Makes a finding smaller, as long as it stays of the same kind: cuts out spans, from half of the input down to a byte.</summary>
internal static class Shrinking
{
    private const int MostTrials = 20_000;

    public static Finding Of(Finding finding, Trial trial)
    {
        var (best, trials) = (finding, 0);
        for (var span = best.Input.Length / 2; span > 0 && trials < MostTrials; span /= 2)
        {
            for (var at = 0; at + span <= best.Input.Length && trials < MostTrials; trials++)
            {
                byte[] shorter = [.. best.Input.AsSpan(0, at), .. best.Input.AsSpan(at + span)];
                if (trial.Of(shorter) is { } same && same.Kind == finding.Kind)
                    best = same;
                else
                    at += span;
            }
        }
        return best;
    }
}
