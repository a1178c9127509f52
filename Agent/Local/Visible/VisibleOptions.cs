using System.Net;

namespace IwTune.Agent.Local.Visible;

/// <summary>How the page of visible segments is served.</summary>
/// <param name="Listen">Where; port 0 for any.</param>
/// <param name="SizeBytes">Bytes of the whole answer.</param>
/// <param name="MostMss">
/// The largest payload and TCP options of a segment, bytes, so that loopback's 64 kB segments do not hide the flights;
/// <see langword="null"/> for no limit.
/// </param>
/// <param name="CongestionControl">Of the connections; <see langword="null"/> for the system's.</param>
internal sealed record VisibleOptions(IPEndPoint Listen, int SizeBytes, int? MostMss, string? CongestionControl);
