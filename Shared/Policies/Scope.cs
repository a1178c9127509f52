using System.Net;
using IwTune.Shared.Selectors;

namespace IwTune.Shared.Policies;

/// <summary>Where in a host a window applies.</summary>
public abstract record Scope
{
    private Scope() { }

    /// <summary>The default routes, IPv4 and IPv6; on Windows the templates that automatic selection lands in.</summary>
    public sealed record Default : Scope
    {
        /// <inheritdoc/>
        public override string ToString() => "default";
    }

    /// <summary>Routes to this prefix or to a part of it.</summary>
    /// <param name="Network">The prefix, without host bits.</param>
    public sealed record Prefix(IPNetwork Network) : Scope
    {
        /// <inheritdoc/>
        public override string ToString() => $"prefix:{Network}";
    }

    /// <summary>Routes that leave by this interface.</summary>
    /// <param name="Name">The interface's name as <c>ip link</c> shows it, at most 15 bytes.</param>
    public sealed record Interface(string Name) : Scope
    {
        /// <inheritdoc/>
        public override string ToString() => $"interface:{Name}";
    }

    /// <summary>
    /// Routes of a routing table other than main, which the other scopes never touch: the table of a policy rule, of a VRF, or
    /// <c>local</c>, whose routes serve the host's own addresses.
    /// </summary>
    /// <param name="Name">The table's number, 1 to 4294967295, as decimal digits; <c>local</c> for 255.</param>
    public sealed record Table(string Name) : Scope
    {
        /// <inheritdoc/>
        public override string ToString() => $"table:{Name}";
    }

    /// <summary>
    /// Connections of the containers and pods that a selector matches, whatever their destination. A host without the sock_ops backend
    /// cannot set it.
    /// </summary>
    /// <param name="Selector">Read by <see cref="Selector.ParseContainers"/>.</param>
    public sealed record Containers(Selector Selector) : Scope
    {
        /// <inheritdoc/>
        public override string ToString() => $"containers:{Selector}";
    }

    /// <summary>
    /// Reads the form that <see cref="object.ToString"/> writes: <c>default</c>, <c>prefix:10.0.0.0/8</c>, <c>interface:eth0</c>,
    /// <c>table:100</c>, <c>containers:namespace:shop</c>.
    /// </summary>
    /// <returns><see langword="false"/> when the text is none of these; nothing is thrown.</returns>
    public static bool TryParse(string text, out Scope scope)
    {
        const string prefix = "prefix:",
            iface = "interface:",
            table = "table:",
            containers = "containers:";
        scope = new Default();
        if (text == "default")
            return true;
        if (text.StartsWith(iface, StringComparison.Ordinal) && text.Length > iface.Length)
        {
            scope = new Interface(text[iface.Length..]);
            return true;
        }
        if (text.StartsWith(table, StringComparison.Ordinal))
        {
            scope = new Table(text[table.Length..]);
            return TableRule.IsValid(text[table.Length..]);
        }
        if (text.StartsWith(containers, StringComparison.Ordinal))
        {
            var selector = Selector.ParseContainers(text[containers.Length..]).Selector;
            scope = new Containers(selector ?? Selector.Everything);
            return selector is not null;
        }
        if (!text.StartsWith(prefix, StringComparison.Ordinal) || !IPNetwork.TryParse(text[prefix.Length..], out var network))
            return false;
        scope = new Prefix(network);
        return true;
    }
}
