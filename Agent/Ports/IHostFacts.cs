using IwTune.Shared.Wire;

namespace IwTune.Agent.Ports;

/// <summary>What this host is: kernel, distribution, boot, congestion control, buffers, interfaces.</summary>
public interface IHostFacts
{
    /// <summary>Reads them anew. What cannot be read is left empty; no exception is thrown for it.</summary>
    HostFacts Read();
}
