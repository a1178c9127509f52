using IwTune.Agent.Control.Keys;
using IwTune.Agent.Ports;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Agent.Tests.Control.Keys;

public sealed class FileHostKeysTests : HostKeyContract
{
    private protected override IHostKeys Keys => new FileHostKeys(State);

    private protected override string Kind => HostKeys.File;
}
