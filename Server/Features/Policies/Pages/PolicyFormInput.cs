using IwTune.Shared.Policies.Editing;

namespace IwTune.Server.Features.Policies.Pages;

/// <summary>The fields of the form view, as a browser sends them.</summary>
public sealed class PolicyFormInput
{
    public string? Name { get; set; }
    public string? Mode { get; set; }
    public string? InitCwnd { get; set; }
    public string? InitRwnd { get; set; }
    public string? Max { get; set; }
    public string? Step { get; set; }
    public string? Confirm { get; set; }
    public string? Override { get; set; }
    public List<ScopeInput> Scopes { get; set; } = [];

    /// <param name="now">The fields of the text that the form was made from; what the form did not send keeps its value.</param>
    public PolicyFields Over(PolicyFields now) =>
        now with
        {
            Name = Typed(Name, now.Name),
            Mode = Typed(Mode, now.Mode),
            Window = new(Typed(InitCwnd, now.Window.InitCwnd), Typed(InitRwnd, now.Window.InitRwnd)),
            Max = Typed(Max, now.Max),
            Step = Typed(Step, now.Step),
            Confirm = Typed(Confirm, now.Confirm),
            Override = Typed(Override, now.Override),
            Scopes =
            [
                .. now.Scopes.Select((scope, i) => i < Scopes.Count ? Scopes[i].Over(scope) : scope),
                .. Scopes.Skip(now.Scopes.Count).Select(row => row.Over(Unwritten)).Where(scope => !IsBlank(scope)),
            ],
        };

    private static readonly ScopeFields Unwritten = new("", "", WindowFields.None);

    // A browser sends one line; what only differs by blanks at the ends was not typed.
    private static string Typed(string? sent, string now) => sent is null || sent.Trim() == now.Trim() ? now : sent.Trim();

    // A row at the end into which nothing was typed.
    private static bool IsBlank(ScopeFields row) =>
        row.Kind.Length == 0 || (row.Kind != "default" && row is { Place: "", Window: { InitCwnd: "", InitRwnd: "" } });

    /// <summary>One row of scopes.</summary>
    public sealed class ScopeInput
    {
        /// <summary>Empty to remove the scope.</summary>
        public string? Kind { get; set; }

        public string? Place { get; set; }
        public string? InitCwnd { get; set; }
        public string? InitRwnd { get; set; }

        // The default routes have no place, so what was typed for another kind before does not count.
        internal ScopeFields Over(ScopeFields now) =>
            new(
                Kind ?? "",
                Kind == "default" ? "" : Typed(Place, now.Place),
                new(Typed(InitCwnd, now.Window.InitCwnd), Typed(InitRwnd, now.Window.InitRwnd))
            );
    }
}
