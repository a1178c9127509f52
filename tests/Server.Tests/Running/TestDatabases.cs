using IwTune.Server.Tests.Running;

[assembly: AssemblyFixture(typeof(TestDatabases))]

namespace IwTune.Server.Tests.Running;

/// <summary>
/// Ends PostgreSQL after the last test and before the program ends: xunit fails a program that needs more than eleven seconds to end.
/// </summary>
public sealed class TestDatabases : IDisposable
{
    public void Dispose() => TestStore.End();
}
