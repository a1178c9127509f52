namespace IwTune.Server.Storage.Feed;

/// <summary>
/// Keeps this server's memory in step with the changes of other servers of the same store. A component that keeps data of the store in
/// memory registers here how to read one item again, and how to read all of it. With a store of its own a server neither sends nor receives
/// anything.
/// </summary>
public sealed class ChangeFeed(Database database, TimeProvider clock)
{
    /// <summary>Each server reports every five seconds; a few of these reports may come late.</summary>
    private static readonly TimeSpan Lately = TimeSpan.FromSeconds(30);

    private readonly List<(string Topic, bool Still, Func<IReadOnlyList<string>, Task> Apply)> _handlers = [];
    private readonly List<Func<Task>> _reloads = [];
    private readonly List<(string Topic, Action<IReadOnlyList<string>> Heard)> _echoes = [];
    private volatile TaskCompletionSource _inStep = Done();
    private volatile string _behind = "";
    private long _heard = clock.GetTimestamp();

    /// <summary>True when other servers may use the store.</summary>
    public bool IsShared => database.Store.IsShared;

    /// <summary>
    /// True when another server was heard lately, or may not have been heard yet. What only other servers need is not sent without company;
    /// one that starts is heard at once.
    /// </summary>
    public bool HasCompany => IsShared && clock.GetElapsedTime(Interlocked.Read(ref _heard)) < Lately;

    /// <summary>Why memory may be behind the store; empty while it is in step.</summary>
    public string Behind => _behind;

    /// <summary>Completes as soon as memory is in step.</summary>
    public Task InStep => _inStep.Task;

    /// <summary>Says what to do about a topic; handlers run in the order in which they were added.</summary>
    /// <param name="topic">One of <see cref="Topic"/>.</param>
    /// <param name="apply">Gets the keys.</param>
    /// <param name="still">
    /// True when this server must write nothing meanwhile: what is read then is not overtaken by what follows a commit of its own.
    /// </param>
    internal void On(string topic, Func<IReadOnlyList<string>, Task> apply, bool still = true) => _handlers.Add((topic, still, apply));

    /// <summary>Handles this server's own message when it returns.</summary>
    internal void OnEcho(string topic, Action<IReadOnlyList<string>> heard) => _echoes.Add((topic, heard));

    /// <summary>Registers how to read all of something again, when messages may have been missed.</summary>
    internal void OnReload(Func<Task> reload) => _reloads.Add(reload);

    /// <summary>Sends the other servers changes that are in no transaction.</summary>
    internal async Task PostAsync(ChangeMessages tidings, CancellationToken ct = default)
    {
        if (IsShared && !tidings.IsEmpty)
            await database.ReadAsync(
                async db =>
                {
                    await database.Store.NotifyAsync(db.Connection, tidings.Messages(database.Server));
                    return 0;
                },
                ct
            );
    }

    /// <summary>Applies messages of other servers, each key once however often it was sent.</summary>
    internal async Task TakeAsync(IReadOnlyList<Message> messages)
    {
        var told = new Dictionary<string, HashSet<string>>(StringComparer.Ordinal);
        foreach (var message in messages)
        {
            if (message.Sender == database.Server)
            {
                _echoes.ForEach(echo => Echo(echo, message));
                continue;
            }
            if (!told.TryGetValue(message.Topic, out var keys))
                told[message.Topic] = keys = new(StringComparer.Ordinal);
            keys.UnionWith(message.Keys);
        }
        if (told.Count == 0)
            return;
        Hear();
        using var turn = _handlers.Exists(handler => handler.Still && told.ContainsKey(handler.Topic)) ? await database.StillAsync() : null;
        foreach (var (topic, _, apply) in _handlers)
            if (told.TryGetValue(topic, out var keys))
                await apply([.. keys]);
    }

    private void Hear() => Interlocked.Exchange(ref _heard, clock.GetTimestamp());

    private static void Echo((string Topic, Action<IReadOnlyList<string>> Heard) echo, Message message)
    {
        if (echo.Topic == message.Topic)
            echo.Heard(message.Keys);
    }

    /// <summary>Reads everything again and is in step from then on.</summary>
    internal async Task ReloadAsync()
    {
        using (await database.StillAsync())
        {
            foreach (var reload in _reloads)
                await reload();
        }
        Hear();
        _behind = "";
        _inStep.TrySetResult();
    }

    /// <summary>The other servers' changes since then are not known.</summary>
    internal void FallBehind(string why)
    {
        _behind = why;
        if (_inStep.Task.IsCompleted)
            _inStep = new(TaskCreationOptions.RunContinuationsAsynchronously);
    }

    private static TaskCompletionSource Done()
    {
        var done = new TaskCompletionSource();
        done.SetResult();
        return done;
    }
}
