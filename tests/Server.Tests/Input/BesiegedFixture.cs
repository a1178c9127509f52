namespace IwTune.Server.Tests.Input;

/// <summary>One server for all tables of a class: refused calls leave nothing behind.</summary>
public sealed class BesiegedFixture : IAsyncLifetime
{
    internal Besieged Besieged { get; private set; } = null!;

    public async ValueTask InitializeAsync() => Besieged = await Besieged.StartAsync();

    public ValueTask DisposeAsync() => Besieged?.DisposeAsync() ?? default;
}
