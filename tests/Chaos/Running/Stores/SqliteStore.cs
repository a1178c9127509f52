using IwTune.Chaos.Checking;

namespace IwTune.Chaos.Running.Stores;

/// <summary>The file in the server's data directory, with which it is copied and lost.</summary>
internal sealed class SqliteStore : RunStore
{
    public override RunStore Copy() => new SqliteStore();

    public override void Lose() { }

    public override StoreCopy Read(string data) => StoreCopy.Read(Path.Combine(data, "iwtune.db"));
}
