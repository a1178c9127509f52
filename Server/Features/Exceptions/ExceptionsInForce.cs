using IwTune.Server.Storage;

namespace IwTune.Server.Features.Exceptions;

/// <summary>The exceptions that judgements go by, read again after every change. Memory is a copy: the store decides.</summary>
public sealed class ExceptionsInForce(Database database) : IDisposable
{
    private readonly SemaphoreSlim _reloading = new(1, 1);
    private volatile ExceptionSet _current = ExceptionSet.None;

    public ExceptionSet Current => _current;

    public async Task ReloadAsync()
    {
        await _reloading.WaitAsync();
        try
        {
            _current = new([.. (await database.ReadAsync(ExceptionQueries.OpenAsync)).Select(row => row.Read())]);
        }
        finally
        {
            _reloading.Release();
        }
    }

    public void Dispose() => _reloading.Dispose();
}
