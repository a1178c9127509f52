using IwTune.Agent.Ports;

namespace IwTune.Agent.Windows.Steps;

/// <summary>The templates that Automatic takes. It has no window of its own: the custom ones were set before.</summary>
internal static class AutomaticStep
{
    public static async ValueTask<Outcome> SetAsync(WindowsWork work, Step.Set step, CancellationToken ct)
    {
        var state = await work.LookAsync(ct);
        if (state.UseCustom is null)
            return new Outcome.Refused(WindowsTargets.Automatic(state).Strategy.Why);
        foreach (var name in state.Rules.Custom)
        {
            // Otherwise all connections would get a window that was not required.
            if (state.WindowOf(name) != step.Wanted)
                return new Outcome.Refused(
                    $"{WindowsTargets.Id(name)} has '{state.WindowOf(name)}' and not '{step.Wanted}', so Automatic is left as it is."
                );
        }
        return await ChooseAsync(work, state, useCustom: true, ct);
    }

    public static async ValueTask<Outcome> PutBackAsync(WindowsWork work, Step.PutBack step, CancellationToken ct)
    {
        var state = await work.LookAsync(ct);
        if (WindowsImage.Read(step.Before.Raw).UseCustom is not { } before)
            return new Outcome.Failed($"The before-image of {step.Target.Id} does not say whether it took the custom templates.");
        var outcome = await ChooseAsync(work, state, before, ct);
        // Its window follows when its templates are restored, which comes after it.
        return outcome is Outcome.AlreadyThere && step.Target.Current != step.Before.Window ? new Outcome.Applied() : outcome;
    }

    private static async ValueTask<Outcome> ChooseAsync(WindowsWork work, WindowsState state, bool useCustom, CancellationToken ct)
    {
        if (state.UseCustom == useCustom)
            return new Outcome.AlreadyThere();
        var problem = await work.Methods.Automatic.SetAsync(useCustom, ct);
        var read = (await work.LookAsync(ct)).UseCustom;
        var word = useCustom ? "Enabled" : "Disabled";
        return (read == useCustom, problem.Length) switch
        {
            (true, 0) => new Outcome.Applied(),
            (true, _) => new Outcome.Applied($"AutomaticUseCustom reads back, though the tool complained: {problem}"),
            (false, 0) => new Outcome.Failed($"AutomaticUseCustom was set to {word} without complaint and does not read back."),
            _ => new Outcome.Failed($"AutomaticUseCustom could not be set to {word}: {problem}"),
        };
    }
}
