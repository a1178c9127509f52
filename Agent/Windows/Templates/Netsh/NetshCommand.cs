using System.Globalization;

namespace IwTune.Agent.Windows.Templates.Netsh;

/// <summary>
/// The commands of <c>netsh interface tcp</c> that IwTune uses. No other argument list can be made, because <c>set supplemental
/// template=X</c> without <c>icw=</c> would make X the default template of the machine.
/// </summary>
public abstract record NetshCommand
{
    private NetshCommand() { }

    /// <summary>The arguments, each to be passed as it is.</summary>
    public abstract IReadOnlyList<string> Arguments { get; }

    /// <summary>Show one template, or without a name the default one.</summary>
    public sealed record ShowSupplemental(TemplateName? Template = null) : NetshCommand
    {
        /// <inheritdoc/>
        public override IReadOnlyList<string> Arguments =>
            Template is { } name
                ? ["interface", "tcp", "show", "supplemental", $"template={Word(name)}"]
                : ["interface", "tcp", "show", "supplemental"];
    }

    /// <summary>Show the global TCP parameters.</summary>
    public sealed record ShowGlobal : NetshCommand
    {
        /// <inheritdoc/>
        public override IReadOnlyList<string> Arguments => ["interface", "tcp", "show", "global"];
    }

    /// <summary>Give one template an initial congestion window.</summary>
    public sealed record SetInitialWindow(TemplateName Template, TemplateWindow Window) : NetshCommand
    {
        /// <inheritdoc/>
        public override IReadOnlyList<string> Arguments =>
            [
                "interface",
                "tcp",
                "set",
                "supplemental",
                $"template={Word(Template)}",
                string.Create(CultureInfo.InvariantCulture, $"icw={Window.Segments}"),
            ];
    }

    /// <summary>netsh's word for a template: <c>internetcustom</c>; lower case as its help writes them.</summary>
    public static string Word(TemplateName name) => name.ToString().ToLowerInvariant();
}
