using IwTune.Chaos.Checking;
using IwTune.Chaos.Schedules;

namespace IwTune.Chaos.Running.Stores;

/// <summary>Where the server of one run keeps its data.</summary>
internal abstract class RunStore : IDisposable
{
    /// <summary>The server's options.</summary>
    public virtual IReadOnlyList<string> Options => [];

    /// <summary>An empty one.</summary>
    public static RunStore Make(StoreKind kind) => kind == StoreKind.Postgres ? new PostgresStore(like: null) : new SqliteStore();

    /// <summary>One with the content of this one, which is closed.</summary>
    public abstract RunStore Copy();

    /// <summary>Ends what runs beside the server, in good order.</summary>
    public virtual void Close() { }

    /// <summary>SIGKILL to what runs beside the server.</summary>
    public virtual void Kill() => throw new InvalidOperationException("nothing runs beside the server");

    /// <summary>Starts it again.</summary>
    public virtual void StartAgain() { }

    /// <summary>Removes what the server stored; the server is stopped.</summary>
    public abstract void Lose();

    /// <summary>Reads what a stopped server stored.</summary>
    /// <param name="data">The server's data directory.</param>
    public abstract StoreCopy Read(string data);

    /// <inheritdoc/>
    public virtual void Dispose() { }
}
