using IwTune.Agent.Ports;
using IwTune.Agent.Windows.Templates;
using IwTune.Agent.Windows.Templates.Netsh;
using IwTune.Shared.Formatting;

namespace IwTune.Agent.Windows.Steps;

/// <summary>A window of a template: written by netsh, and successful only when it reads back.</summary>
internal static class TemplateStep
{
    public static async ValueTask<Outcome> SetAsync(WindowsWork work, Step.Set step, TemplateName name, CancellationToken ct)
    {
        var state = await work.LookAsync(ct);
        if (state.Find(name) is not { InitialCongestionWindow: { } now } template)
            return new Outcome.Refused($"{step.Target.Id} can no longer be read; plan again.");
        if (step.Wanted.InitCwnd == now)
            return new Outcome.AlreadyThere();
        if (
            !state.Rules.Writable.Contains(name)
            || state.Rules.Way == DefaultWay.ByHand
            || step.Target.Strategy.Kind == StrategyKind.ReportOnly
        )
            // An earlier step of this turn may have found out that this template cannot be set.
            return new Outcome.Refused(
                (
                    step.Target.Strategy.Kind == StrategyKind.ReportOnly ? step.Target.Strategy : WindowsTargets.StrategyOf(state, template)
                ).Why
            );
        if (WindowsImage.Read(step.Target.Raw).Icw is { } planned && planned != now)
            return new Outcome.Refused(
                Invariant.Text($"{step.Target.Id} has {now} by now and had {planned} when this was planned; plan again.")
            );
        if (
            step.Wanted.InitCwnd is not { } asked
            || state.Rules.Segments.Refuse(asked) is not null
            || !TemplateWindow.TryFrom(asked, out var window)
        )
            return new Outcome.Refused(
                state.Rules.Segments.Refuse(step.Wanted.InitCwnd) ?? $"{step.Target.Id} cannot be without a window."
            );
        if (!TemplateWindow.TryFrom(now, out var former))
            return new Outcome.Refused(
                Invariant.Text($"{step.Target.Id} has {now}, which netsh would not take back: {state.Rules.Segments.Source}.")
            );
        return await WriteAsync(work, template.Name, window, now, former, ct);
    }

    public static async ValueTask<Outcome> PutBackAsync(WindowsWork work, Step.PutBack step, TemplateName name, CancellationToken ct)
    {
        var state = await work.LookAsync(ct);
        if (WindowsImage.Read(step.Before.Raw) is not { Icw: { } before } || !TemplateWindow.TryFrom(before, out var window))
            return new Outcome.Failed($"The before-image of {step.Target.Id} holds no window that netsh takes.");
        if (state.Find(name) is not { InitialCongestionWindow: { } now })
            return new Outcome.Failed($"{step.Target.Id} can no longer be read, so its window was not restored.");
        if (now == before)
            return new Outcome.AlreadyThere();
        // Never again what the policy had set: of all the numbers the before-image wins.
        return await WriteAsync(work, name, window, now, window, ct);
    }

    /// <param name="work">The host.</param>
    /// <param name="name">The template.</param>
    /// <param name="window">What it is to have.</param>
    /// <param name="now">What it has, segments.</param>
    /// <param name="otherwise">What to set when it then has neither.</param>
    /// <param name="ct">Cancels it.</param>
    private static async ValueTask<Outcome> WriteAsync(
        WindowsWork work,
        TemplateName name,
        TemplateWindow window,
        int now,
        TemplateWindow otherwise,
        CancellationToken ct
    )
    {
        var command = new NetshCommand.SetInitialWindow(name, window);
        var run = await work.Methods.Netsh.RunAsync(command, ct);
        var read = (await work.LookAsync(ct)).Find(name)?.InitialCongestionWindow;
        var tried = $"'netsh {string.Join(' ', command.Arguments)}'";
        if (read == window.Segments)
            return run.ExitCode == 0
                ? new Outcome.Applied()
                : new Outcome.Applied($"It reads back, though the tool complained: {Ended(run, tried)}");
        if (read == now)
        {
            var follows = run.ExitCode is null ? "" : work.Refused(name, Ended(run, tried));
            return new Outcome.Failed($"{Ended(run, tried)} {name} still reads back as {Of(read)}.{follows}");
        }
        // A partial result is worse than none: another writer's number, or a rounded one, is not what was planned.
        await work.Methods.Netsh.RunAsync(new NetshCommand.SetInitialWindow(name, otherwise), ct);
        var again = (await work.LookAsync(ct)).Find(name)?.InitialCongestionWindow;
        var wrong = $"{Ended(run, tried)} {name} then read back as {Of(read)}";
        if (otherwise == window)
            return again == window.Segments
                ? new Outcome.Applied($"{wrong}, and as {Of(again)} when it was set once more.")
                : new Outcome.Failed($"{wrong}, and as {Of(again)} when it was set to {Of(window.Segments)} once more.");
        return again == otherwise.Segments
            ? new Outcome.Failed($"{wrong}, and was restored to {Of(again)}.")
            // Changed: the before-image must be kept.
            : new Outcome.Applied($"{wrong}, and as {Of(again)} after it was to be restored to {Of(otherwise.Segments)}.");
    }

    private static string Ended(NetshRun run, string tried) =>
        run.ExitCode switch
        {
            null => $"{tried} did not end by itself: {run.Problem}",
            var code => Invariant.Text($"{tried} ended with exit {code}{(run.Quoted is { Length: > 0 } said ? $" and said {said}" : "")}."),
        };

    private static string Of(int? window) => window is { } segments ? Invariant.Text($"{segments}") : "nothing";
}
