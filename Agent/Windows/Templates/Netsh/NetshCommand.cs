using System.Globalization;
using System.Net;
using System.Net.Sockets;

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

    /// <summary>Give connections to a destination a template.</summary>
    public sealed record AddSubnet(TemplateName Template, IPNetwork Destination) : NetshCommand
    {
        /// <inheritdoc/>
        public override IReadOnlyList<string> Arguments =>
            ["interface", "tcp", "add", "supplementalsubnet", $"template={Word(Template)}", .. Subnet(Destination)];
    }

    /// <summary>Remove what gives connections to a destination a template.</summary>
    public sealed record DeleteSubnet(IPNetwork Destination) : NetshCommand
    {
        /// <inheritdoc/>
        public override IReadOnlyList<string> Arguments => ["interface", "tcp", "delete", "supplementalsubnet", .. Subnet(Destination)];
    }

    /// <summary>Give connections from or to a port a template.</summary>
    /// <param name="Template">The template.</param>
    /// <param name="Local">The local port; <see langword="null"/> for any.</param>
    /// <param name="Remote">The remote port; <see langword="null"/> for any.</param>
    public sealed record AddPort(TemplateName Template, ushort? Local, ushort? Remote) : NetshCommand
    {
        /// <inheritdoc/>
        public override IReadOnlyList<string> Arguments =>
            ["interface", "tcp", "add", "supplementalport", $"template={Word(Template)}", .. Ports(Local, Remote)];
    }

    /// <summary>Remove what gives connections from or to a port a template.</summary>
    /// <param name="Local">The local port; <see langword="null"/> for any.</param>
    /// <param name="Remote">The remote port; <see langword="null"/> for any.</param>
    public sealed record DeletePort(ushort? Local, ushort? Remote) : NetshCommand
    {
        /// <inheritdoc/>
        public override IReadOnlyList<string> Arguments => ["interface", "tcp", "delete", "supplementalport", .. Ports(Local, Remote)];
    }

    /// <summary>True for a command that changes the host.</summary>
    public bool Writes => this is not (ShowSupplemental or ShowGlobal);

    private static string[] Subnet(IPNetwork destination) =>
        [destination.BaseAddress.AddressFamily == AddressFamily.InterNetwork ? "family=ipv4" : "family=ipv6", $"address={destination}"];

    private static string[] Ports(ushort? local, ushort? remote) => [$"localport={Port(local)}", $"remoteport={Port(remote)}"];

    private static string Port(ushort? port) => port?.ToString(CultureInfo.InvariantCulture) ?? "*";

    /// <summary>netsh's word for a template: <c>internetcustom</c>; lower case as its help writes them.</summary>
    public static string Word(TemplateName name) => name.ToString().ToLowerInvariant();
}
