using IwTune.Agent.Windows.Templates.Netsh;

namespace IwTune.Agent.Windows.TransportFilters;

/// <summary>
/// Makes and removes filters by <c>netsh interface tcp add|delete supplementalsubnet|supplementalport</c>, which need neither PowerShell
/// nor WMI. netsh names a destination or one port at each end, and TCP only; another filter is left to the cmdlets.
/// </summary>
/// <remarks>
/// The verbs are documented for Windows 11 and Server 2025 (learn.microsoft.com, "netsh interface"); scripts and completions show them
/// since Server 2012. Without a capture of <c>show supplementalsubnets</c> there is nothing here to read.
/// </remarks>
internal sealed class NetshFilterWriter(INetsh netsh) : IFilterWriter
{
    /// <inheritdoc/>
    public ValueTask<string> AddAsync(TransportFilter filter, CancellationToken ct) =>
        RunAsync(
            filter,
            match => match.Destination is { } prefix ? new NetshCommand.AddSubnet(filter.Setting, prefix) : Port(filter, match, adds: true),
            ct
        );

    /// <inheritdoc/>
    /// <remarks>netsh removes by what a filter covers, and Windows keeps one filter for each: the template needs no name.</remarks>
    public ValueTask<string> RemoveAsync(TransportFilter filter, CancellationToken ct) =>
        RunAsync(
            filter,
            match => match.Destination is { } prefix ? new NetshCommand.DeleteSubnet(prefix) : Port(filter, match, adds: false),
            ct
        );

    private static NetshCommand Port(TransportFilter filter, FilterMatch match, bool adds) =>
        adds
            ? new NetshCommand.AddPort(filter.Setting, match.LocalPorts?.First, match.RemotePorts?.First)
            : new NetshCommand.DeletePort(match.LocalPorts?.First, match.RemotePorts?.First);

    private async ValueTask<string> RunAsync(TransportFilter filter, Func<FilterMatch, NetshCommand> command, CancellationToken ct)
    {
        if (FilterRows.Impossible(filter) is { Length: > 0 } impossible)
            return impossible;
        var match = FilterMatch.Of(filter);
        if (match.Protocol != "TCP" || IsRange(match.LocalPorts) || IsRange(match.RemotePorts))
            return $"netsh cannot name '{match.Id}': it takes TCP, and a destination or one port at each end";
        var made = command(match);
        var run = await netsh.RunAsync(made, ct);
        return run.ExitCode switch
        {
            0 => "",
            null => run.Problem,
            var code => $"'netsh {string.Join(' ', made.Arguments)}' ended with exit {code}: {run.Said}",
        };
    }

    private static bool IsRange((ushort First, ushort Last)? ports) => ports is var (first, last) && first != last;
}
