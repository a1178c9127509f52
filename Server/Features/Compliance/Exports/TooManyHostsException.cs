using IwTune.Shared.Compliance.Exports.Formats;

namespace IwTune.Server.Features.Compliance.Exports;

/// <summary>A format cannot hold so many hosts. Nothing was exported; the message says what to do.</summary>
internal sealed class TooManyHostsException(ExportFormat format, int hosts)
    : Exception(
        $"The format {format.Name} is for at most {format.MostHosts:N0} hosts, and this export has {hosts:N0}. Export fewer hosts with a "
            + $"query, or leave out {format.Name}."
    )
{
    /// <exception cref="TooManyHostsException">There are more hosts than one of the formats can hold.</exception>
    public static void ThrowIfOf(IReadOnlyList<ExportFormat> formats, int hosts)
    {
        if (formats.FirstOrDefault(format => hosts > format.MostHosts) is { } small)
            throw new TooManyHostsException(small, hosts);
    }
}
